import DocgenClocks
import DocgenJSON
import DocgenSQLite
import DocgenTestSupport
import Foundation
import SyncClient
import Testing

struct DatabaseTests {
  /// A database in memory, and one on a file.
  static func databases(_ folder: TemporaryFolder) throws -> [SyncClient.Database] {
    [
      try SyncClient.Database(),
      try SyncClient.Database(at: folder.url.appending(path: "db.sqlite")),
    ]
  }

  @Test func documentsAreWrittenReadReplacedAndDeleted() async throws {
    let folder = try TemporaryFolder()
    for database in try Self.databases(folder) {
      let first = try await database.save(["to": "Lisbon", "n": 1.5], as: "trip")
      #expect(first.revision.generation == 1)
      #expect(first["to"] == "Lisbon")
      try await #expect(database.document("trip") == first)
      let second = try await database.save(["to": "Porto"], as: "trip", replacing: first.revision)
      #expect(second.revision.generation == 2)
      try await #expect(database.document("trip")?.properties == ["to": "Porto"])
      // Replaced bodies are gone, their place in the history isn't.
      try await #expect(database.document("trip", revision: first.revision) == nil)
      try await #expect(
        database.history(of: "trip", revision: second.revision) == [
          second.revision, first.revision,
        ])
      let tombstone = try await database.delete("trip", revision: second.revision)
      #expect(tombstone.isDeleted)
      try await #expect(database.document("trip") == nil)
      try await #expect(database.document("trip", revision: tombstone.revision)?.isDeleted == true)
      let again = try await database.save(["to": "Faro"], as: "trip")
      #expect(again.revision.generation == 4)
      try await #expect(database.documentIDs() == ["trip"])
      try await #expect(database.documentCount == 1)
      try await #expect(database.lastSequence == 4)
    }
  }

  @Test func aRevisionThatIsNotCurrentIsRefused() async throws {
    let database = try SyncClient.Database()
    let first = try await database.save(["n": 1], as: "a")
    let second = try await database.save(["n": 2], as: "a", replacing: first.revision)
    for revision in [nil, first.revision, RevisionID("9-nosuch")] {
      await #expect(throws: DatabaseError.conflict(id: "a")) {
        try await database.save(["n": 3], as: "a", replacing: revision)
      }
      if let revision {
        await #expect(throws: DatabaseError.conflict(id: "a")) {
          try await database.delete("a", revision: revision)
        }
      }
    }
    try await #expect(database.document("a") == second)
    try await #expect(database.lastSequence == 2)
  }

  @Test func whatTheGatewayWouldRefuseIsRefusedHere() async throws {
    let database = try SyncClient.Database()
    for id in ["", "_design/x", String(repeating: "é", count: 126)] {
      await #expect(throws: DatabaseError.invalidID(id)) { try await database.save([:], as: id) }
    }
    await #expect(throws: DatabaseError.reservedProperty("_id")) {
      try await database.save(["a": 1, "_id": "x"], as: "x")
    }
    await #expect(throws: DatabaseError.notAnObject) {
      try await database.save(encoding: [1, 2], as: "x")
    }
    try await #expect(database.lastSequence == 0)
  }

  struct Trip: Codable, Equatable {
    var to: String
    var days: Int?
  }

  @Test func valuesOfTheAppsOwnTypes() async throws {
    let database = try SyncClient.Database()
    let document = try await database.save(encoding: Trip(to: "Évora", days: 3), as: "t")
    #expect(document.properties == ["to": "Évora", "days": 3])
    #expect(try document.decoded() == Trip(to: "Évora", days: 3))
    #expect(throws: DecodingError.self) { try document.decoded(as: [String: Int].self) }
  }

  @Test func idsComeInOrderAndInPortions() async throws {
    let database = try SyncClient.Database()
    for id in ["b", "a", "é", "C", "d"] { try await database.save([:], as: id) }
    let d = try #require(try await database.document("d"))
    try await database.delete("d", revision: d.revision)
    try await #expect(database.documentIDs() == ["C", "a", "b", "é"])
    try await #expect(database.documentIDs(after: "a", limit: 1) == ["b"])
  }

  @Test func attachmentsAreKeptOnceUnderTheirContent() async throws {
    let folder = try TemporaryFolder()
    for database in try Self.databases(folder) {
      let bytes = [UInt8]("hello".utf8)
      let first = try await database.attach(
        bytes, named: "a.txt", contentType: "text/plain", to: "x")
      let attachment = try #require(first.attachments["a.txt"])
      #expect(attachment.digest == "sha1-qvTGHdzF6KLavt4PO0gs2a6pQ00=")
      #expect(attachment.length == 5)
      #expect(attachment.generation == 1)
      #expect(first.properties.isEmpty)
      try await #expect(database.data(of: attachment) == bytes)
      // Saving keeps it, with the generation that brought it.
      let second = try await database.save(["n": 1], as: "x", replacing: first.revision)
      #expect(second.attachments == first.attachments)
      let other = try await database.attach(
        bytes, named: "b.txt", contentType: "text/plain", to: "y")
      #expect(other.attachments["b.txt"]?.digest == attachment.digest)
      try await #expect(database.compact() == 0)
      let third = try await database.removeAttachment(
        named: "a.txt", from: "x", replacing: second.revision)
      #expect(third.attachments.isEmpty)
      #expect(third.properties == ["n": 1])
      try await #expect(database.compact() == 0)
      try await database.delete("y", revision: other.revision)
      try await #expect(database.compact() == 1)
      await #expect(throws: DatabaseError.notFound("attachment \(attachment.digest)")) {
        try await database.data(of: attachment)
      }
      await #expect(throws: DatabaseError.notFound("attachment 'a.txt'")) {
        try await database.removeAttachment(named: "a.txt", from: "x", replacing: third.revision)
      }
    }
  }

  @Test func changesComeOnceEachAndAsTheyAre() async throws {
    let database = try SyncClient.Database()
    let a = try await database.save(["n": 1], as: "a")
    try await database.save([:], as: "b")
    try await database.save(["n": 2], as: "a", replacing: a.revision)
    let past = try await database.changes(since: 0, limit: 10)
    #expect(past.map(\.id) == ["b", "a"])
    #expect(past.map(\.sequence) == [2, 3])
    try await #expect(database.changes(since: 2, limit: 10).map(\.id) == ["a"])
    var changes = database.changes(since: 0).makeAsyncIterator()
    try await #expect(changes.next()?.id == "b")
    try await #expect(changes.next()?.id == "a")
    // The next is waited for.
    async let writing = database.save([:], as: "c")
    try await #expect(changes.next()?.id == "c")
    _ = try await writing
  }

  @Test func whoFollowsCanBeCancelled() async throws {
    let database = try SyncClient.Database()
    try await database.save([:], as: "a")
    let task = Task {
      var seen: [String] = []
      for try await change in database.changes(since: 0) { seen.append(change.id) }
      return seen
    }
    task.cancel()
    let seen = try await task.value
    #expect(seen.isEmpty || seen == ["a"])
  }

  @Test func purgingForgets() async throws {
    let database = try SyncClient.Database()
    try await database.save([:], as: "a")
    try await #expect(database.purge("a"))
    try await #expect(!database.purge("a"))
    try await #expect(database.document("a") == nil)
    // The sequence is not given out again.
    let again = try await database.save([:], as: "a")
    #expect(again.sequence == 2)
    #expect(again.revision.generation == 1)
  }

  @Test func whatIsNoDatabaseIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "x.sqlite")
    try folder.write(String(repeating: "not a database ", count: 500), to: "x.sqlite")
    let error = #expect(throws: DatabaseError.self) { try SyncClient.Database(at: file) }
    if case .storage(let code, _) = error {
      #expect(code == 26)
    } else {
      Issue.record("\(error as Any)")
    }
    let below = file.appending(path: "below.sqlite")
    let unopened = #expect(throws: DatabaseError.self) { try SyncClient.Database(at: below) }
    #expect(unopened?.description.contains("'\(below.path)'") == true)
    let later = folder.url.appending(path: "not yet/later.sqlite")
    _ = try SyncClient.Database(at: later)
    let sqlite = try DocgenSQLite.Database(.file(later.path))
    try sqlite.setUserVersion(99)
    #expect(throws: DatabaseError.unknownVersion(99)) { try SyncClient.Database(at: later) }
  }
}
