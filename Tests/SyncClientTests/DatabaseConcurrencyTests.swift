import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncClient
import Testing

struct DatabaseConcurrencyTests {
  @Test func readersSeeWholeTransactionsWhileOthersWrite() async throws {
    let folder = try TemporaryFolder()
    let database = try Database(at: folder.url.appending(path: "db"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          for number in 0..<40 {
            try await database.save(["n": .integer(number)], as: "\(writer)-\(number)")
          }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          var last = 0
          while last < 120 {
            let changes = try await database.changes(since: 0, limit: 1000)
            // Without gaps, and never fewer than before.
            #expect(changes.map(\.sequence) == Array(1..<(changes.count + 1)))
            #expect(changes.count >= last)
            last = changes.count
          }
        }
      }
      try await group.waitForAll()
    }
    try await #expect(database.documentCount == 120)
  }

  @Test func twoDatabasesShareOneFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "db")
    let first = try Database(at: file)
    let second = try Database(at: file)
    let document = try await first.save(["n": 1], as: "a")
    try await #expect(second.document("a") == document)
    try await second.save(["n": 2], as: "a", replacing: document.revision)
    await #expect(throws: DatabaseError.conflict(id: "a")) {
      try await first.save(["n": 3], as: "a", replacing: document.revision)
    }
    try await #expect(first.lastSequence == 2)
    try await #expect(first.identifier == second.identifier)
    try await #expect(first.identifier != Database().identifier)
  }

  /// A copy of the files at any moment is what a crash at that moment would have left.
  @Test func aCrashLeavesWholeTransactions() async throws {
    let folder = try TemporaryFolder()
    let database = try Database(at: folder.url.appending(path: "db"))
    var counts: [Int] = []
    for number in 0..<30 {
      try await database.save(["n": .integer(number)], as: "\(number)")
      if number % 5 == 4 {
        let copy = try TemporaryFolder()
        for (path, bytes) in folder.snapshot() { try copy.write(bytes, to: path) }
        // The last bytes of the log may be missing too.
        let log = try #require(copy.snapshot()["db-wal"])
        try copy.write(Array(log.dropLast(number)), to: "db-wal")
        let left = try Database(at: copy.url.appending(path: "db"))
        let count = try await left.documentCount
        #expect(count == number + 1 || count == number)
        try await #expect(left.lastSequence == count)
        counts.append(count)
      }
    }
    #expect(counts.count == 6)
  }
}
