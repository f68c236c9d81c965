import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SyncClient

@Suite(.fewAtOnce) struct ReplicationTests {
  @Test func whatIsPushedIsPulledElsewhere() async throws {
    try await Gateway.run { gateway in
      let (here, there) = (try Database(), try Database())
      let trip = try await here.save(["to": "Lisbon", "<&>": [1.5, nil, true]], as: "trip/1%2")
      let second = try await here.save(["to": "Porto"], as: "b")
      let third = try await here.save(["to": "Faro"], as: "b", replacing: second.revision)
      let gone = try await here.save([:], as: "c")
      try await here.delete("c", revision: gone.revision)
      let pushed = try await gateway.replication(.push, here).run()
      #expect(pushed.activity == .stopped)
      #expect((pushed.completed, pushed.total) == (3, 3))
      #expect(pushed.failures.isEmpty)
      // The gateway has the very same revisions.
      let stored = try await gateway.mock.document("trip/1%2", in: "db")
      #expect(stored?["_rev"]?.string == trip.revision.text)
      #expect(stored?["to"] == "Lisbon")
      let pulled = try await gateway.replication(.pull, there).run()
      #expect((pulled.completed, pulled.total) == (3, 3))
      try await #expect(there.document("trip/1%2")?.properties == trip.properties)
      try await #expect(there.document("b")?.revision == third.revision)
      try await #expect(
        there.history(of: "b", revision: third.revision) == [third.revision, second.revision])
      try await #expect(there.document("c") == nil)
      try await #expect(there.changes(since: 0, limit: 9).count { $0.isDeleted } == 1)
    }
  }

  @Test func revisionIDsAreTheGatewaysOwn() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      let bodies: [JSONObject] = [
        [:], ["a": 1, "B": "é<>&\u{2028}\"/\\"], ["n": [0.5, -3, 1e21, false, nil, ["x": []]]],
      ]
      for (number, body) in bodies.enumerated() {
        let here = try await database.save(body, as: "\(number)")
        let there = try await gateway.mock.put(body, id: "\(number)", in: "db")
        #expect(here.revision.text == there)
        var next = body
        next["more"] = true
        let second = try await database.save(next, as: "\(number)", replacing: here.revision)
        next["_rev"] = .string(there)
        try await #expect(
          gateway.mock.put(next, id: "\(number)", in: "db") == second.revision.text)
        let third = try await database.delete("\(number)", revision: second.revision)
        let deletion: JSONObject = ["_deleted": true, "_rev": .string(second.revision.text)]
        try await #expect(
          gateway.mock.put(deletion, id: "\(number)", in: "db") == third.revision.text)
      }
      // So there is nothing to transfer, either way.
      try await #expect(gateway.replication(.push, database).run().total == 0)
      try await #expect(gateway.replication(.pull, database).run().total == 0)
    }
  }

  @Test func aSecondRunTransfersOnlyWhatIsNew() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      for number in 0..<7 { try await database.save(["n": .integer(number)], as: "\(number)") }
      try await gateway.replication(.push, database).run()
      let before = await gateway.requests().count
      try await #expect(gateway.replication(.push, database).run().total == 0)
      // The user, the place, and nothing else.
      await #expect(gateway.requests().dropFirst(before).count == 2)
      try await database.save(["n": 7], as: "7")
      try await #expect(gateway.replication(.push, database).run().total == 1)
      try await gateway.mock.put(["n": 8], id: "8", in: "db")
      try await #expect(gateway.replication(.pull, database).run().total == 1)
      try await #expect(gateway.replication(.pull, database).run().total == 0)
      try await #expect(database.documentCount == 9)
    }
  }

  @Test func conflictsAreFoundAndTheirEndTravels() async throws {
    try await Gateway.run { gateway in
      let (one, two) = (try Database(), try Database())
      let first = try await one.save(["n": 0], as: "x")
      try await gateway.replication(.push, one).run()
      try await gateway.replication(.pull, two).run()
      let mine = try await one.save(["n": 1], as: "x", replacing: first.revision)
      let yours = try await two.save(["n": 2], as: "x", replacing: first.revision)
      for database in [one, two, one] {
        try await gateway.replication(.push, database).run()
        try await gateway.replication(.pull, database).run()
      }
      let conflicts = try await one.conflicts(of: "x")
      #expect(Set(conflicts.map(\.revision)) == [mine.revision, yours.revision])
      #expect(conflicts[0].revision == max(mine.revision, yours.revision))
      try await #expect(two.conflicts(of: "x") == two.conflicts(of: "x"))
      try await #expect(two.conflicts(of: "x").map(\.revision) == conflicts.map(\.revision))
      try await #expect(one.changes(since: 0, limit: 1).first?.isConflicted == true)
      let end = try await one.resolve("x", keeping: conflicts[1].revision, with: ["n": 3])
      try await gateway.replication(.push, one).run()
      try await gateway.replication(.pull, two).run()
      for database in [one, two] {
        try await #expect(database.document("x")?.properties == ["n": 3])
        try await #expect(database.document("x")?.revision == end.revision)
        try await #expect(database.conflicts(of: "x").isEmpty)
      }
      let stored = try await gateway.mock.document("x", in: "db")
      #expect(stored?["n"] == 3)
    }
  }

  @Test func theSameChangeOnTwoDevicesIsNoConflict() async throws {
    try await Gateway.run { gateway in
      let (one, two) = (try Database(), try Database())
      for database in [one, two] {
        let first = try await database.save(["n": 1], as: "x")
        try await database.save(["n": 2], as: "x", replacing: first.revision)
        try await gateway.replication(.push, database).run()
        try await gateway.replication(.pull, database).run()
        try await #expect(database.conflicts(of: "x").isEmpty)
      }
      try await #expect(one.document("x") == two.document("x"))
    }
  }

  @Test func onlyTheChannelsAskedForAreePulled() async throws {
    try await Gateway.run { gateway in
      for (id, channels) in [("a", ["a"]), ("b", ["b"]), ("ab", ["a", "b"]), ("c", ["c"])] {
        try await gateway.mock.put(
          ["channels": .array(channels.map { .string($0) })], id: id, in: "db")
      }
      let one = try Database()
      try await gateway.replication(.pull, one, options: .init(channels: ["a"])).run()
      try await #expect(one.documentIDs() == ["a", "ab"])
      try await gateway.replication(.pull, one, options: .init(channels: ["a", "c"])).run()
      try await #expect(one.documentIDs() == ["a", "ab", "c"])
      // A user who sees only one channel gets only that, with and without a filter.
      let two = try Database()
      try await gateway.replication(.pull, two, as: Gateway.bob).run()
      try await #expect(two.documentIDs() == ["ab", "b"])
    }
  }

  @Test func aDocumentThatLeavesTheUsersChannelsGoesAwayAndMayComeBack() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      let first = try await gateway.mock.put(["channels": ["b"], "n": 1], id: "x", in: "db")
      try await gateway.replication(.pull, database, as: Gateway.bob).run()
      try await #expect(database.document("x")?["n"] == 1)
      let second = try await gateway.mock.put(
        ["channels": ["z"], "n": 2, "_rev": .string(first)], id: "x", in: "db")
      try await gateway.replication(.pull, database, as: Gateway.bob).run()
      try await #expect(database.document("x") == nil)
      // That is not pushed as a deletion.
      try await #expect(gateway.replication(.push, database, as: Gateway.bob).run().total == 0)
      // Nor to a gateway that doesn't have the document.
      let other = try await Gateway(Gateway.users, profile: gateway.mock.profile)
      try await #expect(other.replication(.push, database).run().total == 0)
      await other.mock.stop()
      // The very revision comes again when the user gets the channel.
      try await gateway.mock.put(
        user: PrincipalConfiguration(name: "bob", adminChannels: ["b", "z"]), in: "db")
      try await gateway.replication(.pull, database, as: Gateway.bob).run()
      try await #expect(database.document("x")?["n"] == 2)
      try await #expect(database.document("x")?.revision.text == second)
    }
  }

  @Test func thePushFilterKeepsDocumentsHere() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      for id in ["a", "b", "c"] { try await database.save(["mine": .bool(id == "b")], as: id) }
      let options = Replication.Options(filter: { $0["mine"] != true })
      try await #expect(gateway.replication(.push, database, options: options).run().total == 2)
      try await #expect(gateway.mock.document("b", in: "db") == nil)
      try await #expect(gateway.mock.document("c", in: "db") != nil)
    }
  }

  @Test func refusedDocumentsAreNamedAndTheOthersGoOn() async throws {
    let sync = """
      "sync": "function(doc) { if (doc.bad) { throw({forbidden: 'no bad ones'}); } channel('a'); }"
      """
    try await Gateway.run(Gateway.users + "," + sync) { gateway in
      let database = try Database()
      for id in ["a", "b", "c"] { try await database.save(["bad": .bool(id == "b")], as: id) }
      let bad = try #require(try await database.document("b"))
      let status = try await gateway.replication(.push, database).run()
      #expect(
        status.failures == [
          DocumentFailure(
            document: "b", revision: bad.revision, status: 403, reason: "no bad ones")
        ])
      #expect((status.completed, status.total) == (3, 3))
      try await #expect(gateway.mock.document("c", in: "db") != nil)
      // It is sent again when it changes.
      try await database.save(["bad": false], as: "b", replacing: bad.revision)
      let next = try await gateway.replication(.push, database).run()
      #expect(next.failures.isEmpty && next.completed == 1)
      try await #expect(gateway.mock.document("b", in: "db") != nil)
    }
  }

  /// A gateway that is busy rejects no document: the replication sends it again.
  @Test(arguments: [502, 503, 504]) func busyGatewaysGetDocumentsAgain(_ status: Int) async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      try await database.save([:], as: "a")
      gateway.transport.changeNext("/_bulk_docs") {
        $0 = Array("[{\"id\": \"a\", \"error\": \"\", \"status\": \(status)}]".utf8)
      }
      try await #expect(gateway.replication(.push, database).run().failures.isEmpty)
      #expect(gateway.jumps.waits.count == 1)
    }
  }

  @Test func aGatewayThatWasReplacedIsFilledAgain() async throws {
    let database = try Database()
    for _ in 0..<2 {
      // The same address would have the same place in the database here; the new gateway has none.
      try await Gateway.run(profiles: [.v1_5]) { gateway in
        if try await database.documentCount == 0 { try await database.save([:], as: "a") }
        try await gateway.replication(.push, database).run()
        try await #expect(gateway.mock.document("a", in: "db") != nil)
      }
    }
  }
}
