// title: Push and pull
// summary: Writes documents on one device and reads them on another.
// tags: replication

import Foundation
import SampleLab
import SyncClient

/// A device with its local database.
struct Device {
  let name: String
  let database: Database
  let gateway: URL
  let user: any Authenticator

  /// Sends what changed here, then fetches what changed elsewhere.
  func sync() async throws {
    for direction in [Replication.Direction.push, .pull] {
      let status = try await Replication(
        direction, of: database, with: gateway, as: user
      ).run()
      print(name, direction, status.completed, "of", status.total)
      for failure in status.failures {
        print(" refused:", failure.document, failure.status, failure.reason)
      }
    }
  }
}

// The mock gateway; its sync function checks what it stores.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "sync": `function (doc) {
        if (!doc._deleted && !doc.to) {
          throw({forbidden: "a trip leads somewhere"});
        }
        channel("trips");
      }`,
      "users": {
        "bob": {"password": "a-secret-of-bob", "admin_channels": ["trips"]}
      }}}}
    """)

func makeDevice(_ name: String) throws -> Device {
  Device(
    name: name, database: try Database(),
    gateway: lab.gateway.appending(path: "travel"),
    user: BasicAuthenticator(name: "bob", password: "a-secret-of-bob"))
}
let (phone, tablet) = (try makeDevice("phone"), try makeDevice("tablet"))

let trip = try await phone.database.save(["to": "Lisbon"], as: "trip-1")
try await phone.database.save(["to": "Porto"], as: "trip-2")
try await phone.database.save(["days": 3], as: "trip-3")
try await phone.sync()
try await tablet.sync()
print("on the tablet:", try await tablet.database.documentIDs())

try await phone.database.delete("trip-1", revision: trip.revision)
try await phone.sync()
try await tablet.sync()
print("on the tablet:", try await tablet.database.documentIDs())
