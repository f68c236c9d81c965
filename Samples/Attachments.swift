// title: Attach a file
// summary: Adds a ticket to a document, and reads it on another device.
// tags: replication

import Foundation
import SampleLab
import SyncClient

/// The tickets of a trip, as attachments of its document.
struct Tickets {
  let database: Database

  /// Adds a file; the document keeps its body and its other attachments.
  func add(_ file: Data, named name: String, to trip: String) async throws {
    let current = try await database.document(trip)
    try await database.attach(
      Array(file), named: name, contentType: "application/pdf", to: trip,
      replacing: current?.revision)
  }

  func remove(_ name: String, from trip: String) async throws {
    guard let current = try await database.document(trip) else { return }
    try await database.removeAttachment(
      named: name, from: trip, replacing: current.revision)
  }

  /// The names and lengths; the bytes are read only when you ask for them.
  func list(of trip: String) async throws -> [String] {
    let attachments = try await database.document(trip)?.attachments ?? [:]
    return attachments.sorted { $0.key < $1.key }
      .map { "\($0.key), \($0.value.length) bytes" }
  }

  func read(_ name: String, of trip: String) async throws -> String {
    guard let file = try await database.document(trip)?.attachments[name] else {
      throw CocoaError(.fileNoSuchFile)
    }
    return String(decoding: try await database.data(of: file), as: UTF8.self)
  }
}

// The mock gateway, and two devices of Bob's.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "users": {"bob": {"password": "a-secret-of-bob", "admin_channels": ["*"]}}
    }}}
    """)
let gateway = lab.gateway.appending(path: "travel")
let bob = BasicAuthenticator(name: "bob", password: "a-secret-of-bob")
let (phone, tablet) = (try Database(), try Database())

func send(_ direction: Replication.Direction, _ database: Database) async throws {
  try await Replication(direction, of: database, with: gateway, as: bob).run()
}

let tickets = Tickets(database: phone)
try await phone.save(["to": "Lisbon", "channels": ["all"]], as: "trip-1")
try await tickets.add(Data("one way".utf8), named: "train.pdf", to: "trip-1")
try await tickets.add(Data("two nights".utf8), named: "hotel.pdf", to: "trip-1")
try await send(.push, phone)

try await send(.pull, tablet)
let received = Tickets(database: tablet)
print("on the tablet:", try await received.list(of: "trip-1"))
print("the train:", try await received.read("train.pdf", of: "trip-1"))
print("the trip:", try await tablet.document("trip-1")!["to"]!.string!)

try await tickets.remove("hotel.pdf", from: "trip-1")
try await send(.push, phone)
try await send(.pull, tablet)
print("on the tablet:", try await received.list(of: "trip-1"))
