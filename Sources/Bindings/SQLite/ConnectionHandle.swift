import CDocgenSQLite
import Foundation

/// Owns the C connection and closes it once.
struct ConnectionHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Opens a connection without SQLite's mutexes, because two threads never use it at once.
  init(path: String, flags: Int32) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      // Even a failed call may return a connection, which must be closed.
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: "\(message) '\(path)'")
    }
    sqlite3_extended_result_codes(opened, 1)
    pointer = opened
  }

  deinit {
    // Unlike `sqlite3_close`, this waits for statements that are finalised later.
    sqlite3_close_v2(pointer)
  }

  func error(sql: String?) -> SQLiteError {
    SQLiteError(
      code: sqlite3_extended_errcode(pointer), message: String(cString: sqlite3_errmsg(pointer)),
      sql: sql)
  }
}

/// Makes a database's file, and a folder that is created for it, accessible only to their owner.
enum PrivateFile {
  /// Creates the file and its folder if they don't exist, before SQLite would create the file
  /// readable by all users.
  ///
  /// An error here occurs again when SQLite opens the file, and is reported then.
  static func prepare(_ path: String) {
    try? FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      // Use the path: closing a descriptor of the file would release this process's locks on it.
      chmod(path, 0o600)
    }
  }
}

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

  /// Whether another connection held the lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// A description for users.
  public var description: String {
    "SQLite error \(code): \(message)" + (sql.map { " in '\($0)'" } ?? "")
  }
}
