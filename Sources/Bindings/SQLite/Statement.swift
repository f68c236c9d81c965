import CDocgenSQLite

/// A compiled statement, bound, stepped and reset for each use.
final class Statement {
  private let pointer: OpaquePointer
  let columns: [String]
  /// Whether its rows are being read, so that it must not be reset.
  private(set) var isRunning = false

  /// Compiles exactly one statement; more text after it is an error, not ignored.
  init(_ sql: String, on connection: borrowing ConnectionHandle) throws(SQLiteError) {
    var compiled: OpaquePointer?
    var rest = 0
    var text = sql
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection.pointer, text.baseAddress, Int32(text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &tail)
        rest = tail.flatMap { tail in text.baseAddress.map { $0.distance(to: tail) } } ?? text.count
        return code
      }
    }
    guard code == SQLITE_OK else { throw connection.error(sql: sql) }
    guard let compiled else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement", sql: sql)
    }
    if sql.utf8.dropFirst(rest).contains(where: { !($0 == 0x3B || $0 <= 0x20) }) {
      sqlite3_finalize(compiled)
      throw SQLiteError(
        code: SQLITE_MISUSE, message: "there is more than one statement", sql: sql)
    }
    pointer = compiled
    columns = (0..<sqlite3_column_count(compiled)).map { index in
      sqlite3_column_name(compiled, index).map { String(cString: $0) } ?? ""
    }
  }

  deinit { sqlite3_finalize(pointer) }

  /// Runs the statement with parameter values and passes every row to `body`.
  func run(
    _ values: [SQLiteValue], on connection: borrowing ConnectionHandle, sql: String,
    row body: (SQLiteRow) throws -> Void
  ) throws {
    isRunning = true
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
      isRunning = false
    }
    try bind(values, on: connection, sql: sql)
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try body(currentRow)
      case SQLITE_DONE: return
      default: throw connection.error(sql: sql)
      }
    }
  }

  private func bind(
    _ values: [SQLiteValue], on connection: borrowing ConnectionHandle, sql: String
  ) throws(SQLiteError) {
    let expected = sqlite3_bind_parameter_count(pointer)
    guard expected == values.count else {
      throw SQLiteError(
        code: SQLITE_RANGE,
        message: "the statement has \(expected) parameters, but \(values.count) values were given",
        sql: sql)
    }
    for (index, value) in values.enumerated() {
      guard bind(value, at: Int32(index + 1)) == SQLITE_OK else {
        throw connection.error(sql: sql)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    case .real(let number): return sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty buffer may have no address, and SQLite stores a null pointer as NULL.
          guard let start = $0.baseAddress else {
            return sqlite3_bind_text(pointer, index, "", 0, docgen_sqlite_transient())
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64($0.count), docgen_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(
          pointer, index, $0.baseAddress, UInt64($0.count), docgen_sqlite_transient())
      }
    }
  }

  private var currentRow: SQLiteRow {
    SQLiteRow(columns: columns, values: columns.indices.map { value(at: Int32($0)) })
  }

  private func value(at index: Int32) -> SQLiteValue {
    switch sqlite3_column_type(pointer, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, index))
    case SQLITE_TEXT:
      // Get the pointer before the length, as SQLite requires.
      let start = sqlite3_column_text(pointer, index)
      let count = Int(sqlite3_column_bytes(pointer, index))
      return .text(
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(pointer, index)
      let count = Int(sqlite3_column_bytes(pointer, index))
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
