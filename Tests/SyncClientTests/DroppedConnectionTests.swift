import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SyncClient

/// Many documents over connections that break again and again.
@Suite(.fewAtOnce) struct DroppedConnectionTests {
  @Test func thousandsOfDocumentsThereAndBack() async throws {
    try await thereAndBack(2_000, profile: .v2_8)
    try await thereAndBack(1_000, profile: .v1_5)
  }

  private func thereAndBack(_ count: Int, profile: Profile) async throws {
    try await Gateway.run(profiles: [profile]) { gateway in
      let folder = try TemporaryFolder()
      let here = try Database(at: folder.url.appending(path: "here"))
      try await here.write { store in
        for number in 0..<count {
          _ = try store.put(
            ["n": .integer(number)], as: "doc-\(number)", replacing: nil, attachments: [:],
            isDeleted: false)
        }
      }
      gateway.transport.breakConnections(0.3, seed: 7)
      var options = Replication.Options(retry: RetryPolicy(attempts: 50))
      // Smaller batches than usual: more requests to break, and less to do again after each.
      options.batchSize = 200
      let pushed = try await gateway.replication(.push, here, options: options).run()
      #expect(pushed.lastError == nil)
      #expect(pushed.completed == pushed.total)
      #expect(pushed.failures.isEmpty)
      let there = try Database(at: folder.url.appending(path: "there"))
      let pulled = try await gateway.replication(.pull, there, options: options).run()
      #expect(pulled.completed == pulled.total)
      let faults = gateway.transport.faults
      #expect(faults.injected > count / 250 && faults.seen > count / 500, "\(faults)")
      // Nothing lost: every document, in the very revision.
      try await #expect(there.documentCount == count)
      let (mine, yours) = (
        try await here.changes(since: 0, limit: count),
        try await there.changes(since: 0, limit: count + 1)
      )
      #expect(
        Set(mine.map { "\($0.id) \($0.revision)" }) == Set(yours.map { "\($0.id) \($0.revision)" }))
      // Nothing doubled: as many changes as documents, and no conflict.
      try await #expect(there.lastSequence == count)
      #expect(!yours.contains { $0.isConflicted })
      // And nothing is left to do.
      gateway.transport.breakConnections(0, seed: 0)
      try await #expect(gateway.replication(.push, there).run().total == 0)
      try await #expect(gateway.replication(.pull, here).run().total == 0)
    }
  }

  /// Two devices write what they like while everything breaks; once it is quiet both have the same.
  @Test(arguments: [1, 2, 3]) func devicesAgreeInTheEnd(_ seed: UInt64) async throws {
    try await Gateway.run(profiles: [seed == 2 ? .v1_5 : .v2_8]) { gateway in
      var random = SeededGenerator(seed: seed)
      let databases = [try Database(), try Database(), try Database()]
      gateway.transport.breakConnections(0.3, seed: seed)
      let options = Replication.Options(retry: RetryPolicy(attempts: 100))
      for _ in 0..<8 {
        for database in databases {
          for _ in 0..<Int.random(in: 0..<6, using: &random) {
            try await Self.change(database, &random)
          }
        }
        for _ in 0..<4 {
          let database = databases[Int.random(in: 0..<3, using: &random)]
          let direction = Bool.random(using: &random) ? Replication.Direction.push : .pull
          try await gateway.replication(direction, database, options: options).run()
        }
      }
      for direction in [Replication.Direction.push, .pull] {
        for database in databases {
          try await gateway.replication(direction, database, options: options).run()
        }
      }
      let states = try await Self.states(of: databases)
      #expect(states[0] == states[1])
      #expect(states[1] == states[2])
      #expect(!states[0].isEmpty)
    }
  }

  /// Writes, deletes, attaches or resolves something.
  private static func change(_ database: Database, _ random: inout SeededGenerator) async throws {
    let id = "doc-\(Int.random(in: 0..<8, using: &random))"
    let value = JSONValue.integer(Int.random(in: 0..<1_000, using: &random))
    let document = try await database.document(id)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if let document { try await database.delete(id, revision: document.revision) }
    case 1:
      try await database.attach(
        Array("\(value)".utf8), named: "a", contentType: "text/plain", to: id,
        replacing: document?.revision)
    case 2:
      if let loser = try await database.conflicts(of: id).last {
        try await database.resolve(id, keeping: loser.revision, with: ["merged": value])
      }
    default: try await database.save(["n": value], as: id, replacing: document?.revision)
    }
  }

  /// What readers of each database see: winners, conflicts, bodies and attachments.
  private static func states(of databases: [Database]) async throws -> [Set<String>] {
    var states: [Set<String>] = []
    for database in databases {
      var state: Set<String> = []
      for change in try await database.changes(since: 0, limit: 1_000) {
        var line = "\(change.id) \(change.revision) \(change.isDeleted)"
        for leaf in try await database.conflicts(of: change.id) { line += " \(leaf.revision)" }
        if let document = try await database.document(change.id) {
          line += " " + JSONValue.object(document.properties).serialized(sortedKeys: true)
          for attachment in document.attachments.values {
            line += " " + String(decoding: try await database.data(of: attachment), as: UTF8.self)
          }
        }
        state.insert(line)
      }
      states.append(state)
    }
    return states
  }
}
