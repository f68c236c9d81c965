import DocgenSQLite
import Foundation

/// A connection to a database's file, used by one task at a time.
actor DatabaseConnection {
  private let store: Store

  init(_ file: URL?) throws {
    do {
      let sqlite = try DocgenSQLite.Database(
        file.map { .file($0.path(percentEncoded: false)) } ?? .memory, isPrivate: true)
      try Schema.install(in: sqlite)
      store = Store(sqlite)
    } catch {
      throw Self.error(error)
    }
  }

  /// Runs a body in one transaction.
  func write<Result: Sendable>(_ body: @Sendable (Store) throws -> Result) throws -> Result {
    do { return try store.write { try body(store) } } catch { throw Self.error(error) }
  }

  /// Runs a body on one state of the database.
  func read<Result: Sendable>(_ body: @Sendable (Store) throws -> Result) throws -> Result {
    do { return try store.read { try body(store) } } catch { throw Self.error(error) }
  }

  /// Converts SQLite's errors to `DatabaseError`.
  private static func error(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError else { return error }
    return DatabaseError.storage(code: error.code, message: error.message)
  }
}
