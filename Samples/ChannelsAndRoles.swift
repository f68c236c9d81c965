// title: Decide who may read what
// summary: A sync function grants channels to users and roles.
// tags: gateway, replication

import Foundation
import SampleLab
import SyncClient

/// Runs on the gateway for each revision that is written.
let syncFunction = """
  function (doc, oldDoc) {
    // IDs say what a document is, and whose: a branch of its own has no oldDoc.
    var parts = doc._id.split("-");
    if (parts[0] !== "note") {
      requireRole("guide");
      channel("trip-" + doc._id);
      access(doc.guests, "trip-" + doc._id);
      access("role:guide", "trip-" + doc._id);
    } else {
      requireUser(parts[1]);
      var trip = "trip-" + (oldDoc && oldDoc.trip || doc.trip);
      requireAccess(trip);
      channel(trip);
    }
  }
  """

/// A user with a device.
struct Traveller {
  let name: String
  let database: Database
  let gateway: URL

  private var login: BasicAuthenticator {
    BasicAuthenticator(name: name, password: "a-secret-of-\(name)")
  }

  func push() async throws {
    let status = try await Replication(
      .push, of: database, with: gateway, as: login
    ).run()
    for failure in status.failures {
      print("\(name) may not write \(failure.document): \(failure.reason)")
    }
  }

  func pull() async throws {
    try await Replication(
      .pull, of: database, with: gateway, as: login
    ).run()
    print(name, "has", try await database.documentIDs())
  }
}

// The mock gateway: a guide and two guests.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "sync": `\(syncFunction)`,
      "roles": {"guide": {}},
      "users": {
        "gina": {"password": "a-secret-of-gina", "admin_roles": ["guide"]},
        "alice": {"password": "a-secret-of-alice"},
        "bob": {"password": "a-secret-of-bob"}
      }}}}
    """)

func makeTraveller(_ name: String) throws -> Traveller {
  Traveller(
    name: name, database: try Database(),
    gateway: lab.gateway.appending(path: "travel"))
}
let gina = try makeTraveller("gina")
let alice = try makeTraveller("alice")
let bob = try makeTraveller("bob")

try await gina.database.save(
  ["to": "Lisbon", "guests": ["alice"]], as: "lisbon")
try await gina.database.save(
  ["to": "Porto", "guests": ["alice", "bob"]], as: "porto")
try await gina.push()

try await alice.database.save(["trip": "lisbon"], as: "note-alice-1")
try await alice.database.save(["to": "Faro", "guests": []], as: "faro")
try await alice.push()

// A trip that Bob only reads, a note for one that he doesn't, and Alice's.
try await bob.pull()
let porto = try await bob.database.document("porto")!
try await bob.database.save(
  ["trip": "porto"], as: "porto", replacing: porto.revision)
try await bob.database.save(["trip": "lisbon"], as: "note-bob-1")
try await bob.database.save(["trip": "porto"], as: "note-alice-1")
try await bob.push()

for traveller in [gina, alice, bob] { try await traveller.pull() }
for user in try await lab.gatewayMock.users(in: "travel") {
  print(user.name, "reads", user.allChannels.sorted())
}
