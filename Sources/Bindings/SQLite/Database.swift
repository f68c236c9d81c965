import CDocgenSQLite

/// A connection to a SQLite database in memory or in a file.
///
/// A class without locks and deliberately not `Sendable`: use it from one owner, one call at a
/// time; the compiler enforces this. Make it a stored property of an actor, which may run on
/// different threads but never on two at once; SQLite allows that ("multi-thread" mode,
/// <https://www.sqlite.org/threadsafe.html>). Two owners open two connections to one file.
public final class Database {
  /// The location of the data.
  public enum Location: Sendable, Hashable {
    /// In memory, private to this connection, lost when it closes.
    case memory
    /// In the file at a path, created if it doesn't exist.
    case file(String)
  }

  private let connection: ConnectionHandle
  private var statements: [String: Statement] = [:]
  private var transactionDepth = 0

  /// The maximum number of cached statements; no part of docgen uses as many.
  private static let statementLimit = 200

  /// Opens a database.
  ///
  /// A file uses write-ahead mode, in which readers and one writer don't wait for each other.
  ///
  /// - Parameters:
  ///   - location: memory or a file.
  ///   - busyTimeout: how long a call waits for another connection's lock before it fails.
  ///   - isPrivate: whether only the file's owner can read and write it; SQLite gives the files
  ///     next to it the same permissions.
  /// - Throws: `SQLiteError`, such as code 14 when the file can't be opened.
  public init(
    _ location: Location = .memory, busyTimeout: Duration = .seconds(5), isPrivate: Bool = false
  ) throws(SQLiteError) {
    switch location {
    case .memory:
      connection = try ConnectionHandle(
        path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
    case .file(let path):
      if isPrivate { PrivateFile.prepare(path) }
      connection = try ConnectionHandle(
        path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      let (seconds, attoseconds) = busyTimeout.components
      sqlite3_busy_timeout(
        connection.pointer, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
      try executeScript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }
    try executeScript("PRAGMA foreign_keys = ON")
  }

  /// Runs any number of statements without parameters, such as a schema.
  public func executeScript(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(connection.pointer, sql, nil, nil, nil) == SQLITE_OK else {
      throw connection.error(sql: sql)
    }
  }

  /// Runs one statement that changes data.
  ///
  /// - Parameters:
  ///   - sql: one statement; its compiled form is cached by its text.
  ///   - values: the values of its `?` parameters, in order.
  /// - Returns: the number of rows that it inserted, updated or deleted.
  @discardableResult
  public func execute(_ sql: String, binding values: [SQLiteValue] = []) throws(SQLiteError) -> Int
  {
    let before = sqlite3_total_changes64(connection.pointer)
    try run(sql, binding: values) { _ in }
    return Int(sqlite3_total_changes64(connection.pointer) - before)
  }

  /// Returns the rows of one statement.
  public func query(
    _ sql: String, binding values: [SQLiteValue] = []
  ) throws(SQLiteError) -> [SQLiteRow] {
    var rows: [SQLiteRow] = []
    try run(sql, binding: values) { rows.append($0) }
    return rows
  }

  /// Returns the first row of one statement, or `nil`.
  public func first(
    _ sql: String, binding values: [SQLiteValue] = []
  ) throws(SQLiteError) -> SQLiteRow? {
    try query(sql, binding: values).first
  }

  /// Passes the rows to a closure one at a time, without holding all of them.
  ///
  /// The closure may run other statements on the same connection; if it throws, reading stops.
  public func forEachRow(
    _ sql: String, binding values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Void
  ) throws {
    try statement(for: sql).run(values, on: connection, sql: sql, row: body)
  }

  /// Runs a closure in a transaction: commits when it returns, rolls back when it throws.
  ///
  /// Inside another transaction it is a savepoint, so a caught error undoes only the inner one.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let savepoint = "level\(transactionDepth)"
    let isOuter = transactionDepth == 0
    // Immediate: acquires the lock now, where the busy timeout applies, not at the first write.
    try executeScript(isOuter ? "BEGIN IMMEDIATE" : "SAVEPOINT \(savepoint)")
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let result = try body()
      try executeScript(isOuter ? "COMMIT" : "RELEASE \(savepoint)")
      return result
    } catch {
      // Some errors, such as a full disk, have already rolled everything back.
      if sqlite3_get_autocommit(connection.pointer) == 0 {
        try executeScript(isOuter ? "ROLLBACK" : "ROLLBACK TO \(savepoint); RELEASE \(savepoint)")
      }
      throw error
    }
  }

  /// Returns the number that `setUserVersion` stored in the file; 0 in a new one.
  public func userVersion() throws(SQLiteError) -> Int {
    try first("PRAGMA user_version")?[0].integer ?? 0
  }

  /// Stores a number in the file's header, for the owner's schema version.
  public func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try executeScript("PRAGMA user_version = \(version)")
  }

  /// Whether a closure passed to `transaction` is running.
  public var isInTransaction: Bool { transactionDepth > 0 }

  /// The row ID of the last row inserted through this connection; 0 before the first.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection.pointer) }

  /// Runs a statement with a closure that can't throw, so that only SQLite's errors are thrown.
  private func run(
    _ sql: String, binding values: [SQLiteValue], _ body: (SQLiteRow) -> Void
  ) throws(SQLiteError) {
    do {
      try forEachRow(sql, binding: values, body)
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw SQLiteError(code: SQLITE_INTERNAL, message: "\(error)", sql: sql)
    }
  }

  private func statement(for sql: String) throws(SQLiteError) -> Statement {
    if let cached = statements[sql], !cached.isRunning { return cached }
    let statement = try Statement(sql, on: connection)
    if statements.count >= Self.statementLimit { statements.removeAll() }
    // While a statement's rows are being read, the same text gets a second one, which replaces it.
    statements[sql] = statement
    return statement
  }
}
