import DocgenSQLite
import Foundation
import Testing

struct DatabaseTests {
  @Test func valuesOfEveryKindComeBack() throws {
    let database = try Database()
    try database.execute("CREATE TABLE t (a, b, c, d, e, f, g)")
    let values: [SQLiteValue] = [
      nil, .integer(.min), 1.5, "é\u{0}z", "", .blob([0, 255]), .blob([]),
    ]
    #expect(
      try database.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", binding: values) == 1)
    let row = try #require(try database.first("SELECT * FROM t"))
    #expect(row.values == values)
    #expect(row.columns == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(row["d"]?.text == "é\u{0}z")
    #expect(row["nosuch"] == nil)
  }

  /// Also one that was made for everybody, with the files that SQLite keeps beside it.
  @Test(arguments: [nil, 0o644]) func aPrivateFileIsItsOwnersAlone(_ former: Int?) throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "private-\(UUID().uuidString)").path
    let files = ["", "-wal", "-shm"].map { path + $0 }
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    if let former {
      #expect(
        FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: former]))
    }
    let database = try Database(.file(path), isPrivate: true)
    try database.execute("CREATE TABLE t (a)")
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  /// Making a file private must not take the locks of another connection away.
  @Test func aSecondPrivateConnectionWaitsForTheFirst() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "locked-\(UUID().uuidString)").path
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let first = try Database(.file(path), isPrivate: true)
    try first.execute("CREATE TABLE t (a)")
    try first.transaction {
      let second = try Database(.file(path), busyTimeout: .zero, isPrivate: true)
      #expect { try second.execute("INSERT INTO t VALUES (1)") } throws: {
        ($0 as? SQLiteError)?.isBusy == true
      }
    }
  }

  @Test func statementsAreReusedWithFreshValues() throws {
    let database = try Database()
    try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
    for number in 0..<1000 {
      try database.execute("INSERT INTO t VALUES (?)", binding: [.init(number)])
    }
    #expect(try database.first("SELECT count(*) FROM t")?[0].integer == 1000)
    #expect(try database.query("SELECT a FROM t WHERE a = ?", binding: [7]).map { $0[0] } == [7])
    #expect(try database.query("SELECT a FROM t WHERE a = ?", binding: [8]).map { $0[0] } == [8])
    #expect(database.lastInsertedRowID == 999)
  }

  @Test func theSameTextCanRunInsideItself() throws {
    let database = try Database()
    try database.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
    var pairs = 0
    try database.forEachRow("SELECT a FROM t") { _ in
      try database.forEachRow("SELECT a FROM t") { _ in pairs += 1 }
    }
    #expect(pairs == 9)
  }

  @Test func aThrowingReaderStopsAndTheStatementWorksAgain() throws {
    struct Enough: Error {}
    let database = try Database()
    try database.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    var seen = 0
    #expect(throws: Enough.self) {
      try database.forEachRow("SELECT a FROM t") { _ in
        seen += 1
        throw Enough()
      }
    }
    #expect(seen == 1)
    #expect(try database.query("SELECT a FROM t").count == 2)
  }

  @Test func errorsKeepCodeAndMessage() throws {
    let database = try Database()
    let syntax = #expect(throws: SQLiteError.self) { try database.execute("SELEC 1") }
    #expect(syntax?.primaryCode == 1)
    #expect(syntax?.message.contains("syntax error") == true)
    try database.execute("CREATE TABLE t (a UNIQUE)")
    try database.execute("INSERT INTO t VALUES (?)", binding: ["secret"])
    let unique = #expect(throws: SQLiteError.self) {
      try database.execute("INSERT INTO t VALUES (?)", binding: ["secret"])
    }
    #expect(unique?.code == 2067)
    #expect(unique?.description.contains("secret") == false)
  }

  @Test(arguments: ["", "  ", "SELECT 1; SELECT 2", "-- nothing"])
  func aTextIsExactlyOneStatement(_ sql: String) throws {
    let database = try Database()
    #expect(throws: SQLiteError.self) { try database.query(sql) }
    #expect(try database.query("SELECT 1; ").count == 1)
  }

  @Test func asManyValuesAsParameters() throws {
    let database = try Database()
    let error = #expect(throws: SQLiteError.self) {
      try database.query("SELECT ?, ?", binding: [1])
    }
    #expect(error?.code == 25)
  }

  @Test func aTransactionIsKeptOrUndoneWhole() throws {
    struct Stop: Error {}
    let database = try Database()
    try database.execute("CREATE TABLE t (a)")
    try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.execute("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    try database.transaction {
      try database.execute("INSERT INTO t VALUES (3)")
      #expect(throws: Stop.self) {
        try database.transaction {
          try database.execute("INSERT INTO t VALUES (4)")
          throw Stop()
        }
      }
    }
    #expect(try database.query("SELECT a FROM t ORDER BY a").map { $0[0] } == [1, 3])
  }

  @Test func aFileKeepsItsRowsAndVersionForTheNextConnection() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.sqlite").path
    do {
      let database = try Database(.file(path))
      #expect(try database.userVersion() == 0)
      try database.setUserVersion(7)
      try database.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
      #expect(try database.first("PRAGMA journal_mode")?[0] == "wal")
    }
    let first = try Database(.file(path))
    let second = try Database(.file(path), busyTimeout: .milliseconds(1))
    #expect(try first.userVersion() == 7)
    #expect(try first.first("SELECT a FROM t")?[0] == "kept")
    try first.transaction { () throws in
      let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
      #expect(error?.isBusy == true)
      #expect(try second.query("SELECT a FROM t").count == 1)
    }
  }

  @Test func aFileInNoFolderIsAnError() {
    let error = #expect(throws: SQLiteError.self) {
      try Database(.file("/nonexistent-folder/x.sqlite"))
    }
    #expect(error?.primaryCode == 14)
  }

  @Test func anActorOwnsADatabase() async throws {
    actor Store {
      private let database: Database
      init() throws {
        database = try Database()
        try database.execute("CREATE TABLE t (a)")
      }
      func add() throws -> Int {
        try database.execute("INSERT INTO t VALUES (1)")
        return try database.first("SELECT count(*) FROM t")?[0].integer ?? 0
      }
    }
    let store = try Store()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await store.add() } }
      var counts: Set<Int> = []
      for try await count in group { counts.insert(count) }
      #expect(counts == Set(1...100))
    }
  }
}
