import CSQLite

/// Why SQLite refused, with its own code and words.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code (<https://www.sqlite.org/rescode.html>).
  public var code: Int32
  /// SQLite's message.
  public var message: String
  /// The SQL text that failed, if it was about one; values bound to it are never part of it.
  public var sql: String?

  /// The code without its extension, such as 19 for every broken constraint.
  public var primaryCode: Int32 { code & 0xFF }

  /// Whether a uniqueness, not-null, check or foreign-key rule was broken.
  public var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// Whether another connection held the lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// The sentence shown to people.
  public var description: String {
    "SQLite error \(code): \(message)" + (sql.map { " in '\($0)'" } ?? "")
  }
}
