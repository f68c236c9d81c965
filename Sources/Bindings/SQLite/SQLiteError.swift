import CSQLite

/// An error of SQLite, with its code and message.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code (<https://www.sqlite.org/rescode.html>).
  public var code: Int32
  /// SQLite's message.
  public var message: String
  /// The SQL text that failed, if any; never contains bound values.
  public var sql: String?

  /// The code without its extension, such as 19 for every constraint violation.
  public var primaryCode: Int32 { code & 0xFF }

  /// Whether a uniqueness, not-null, check or foreign-key constraint was violated.
  public var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// Whether another connection held the lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// A description for users.
  public var description: String {
    "SQLite error \(code): \(message)" + (sql.map { " in '\($0)'" } ?? "")
  }
}
