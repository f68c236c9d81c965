import DocgenSQLite
public import Foundation
import Synchronization

@_exported public import DocgenJSON

/// A database of JSON documents with revisions, in memory or in one file.
///
///     let database = try Database(at: .applicationSupportDirectory.appending(path: "travel.sqlite"))
///
/// Any number of tasks can use it at once. Each write is one transaction, so a crash leaves the
/// earlier state. Readers of a file have separate connections and don't wait for the writer.
///
/// ```swift runnable
/// let database = try Database()
/// let trip = try await database.save(["title": "Lisbon"], as: "trip-1")
/// try await database.save(["title": "Porto"], as: "trip-1", replacing: trip.revision)
/// print(try await database.document("trip-1")!["title"]!.string!)
/// ```
///
/// ```output
/// Porto
/// ```
public final class Database: Sendable {
  let writer: DatabaseConnection
  private let readers: [DatabaseConnection]
  /// The index of the connection for the next read; locked by any task.
  private let nextReader = Mutex(0)
  let signal: ChangeSignal

  /// Opens a database in memory, which is lost with the last reference to it.
  ///
  /// - Throws: `DatabaseError`.
  public convenience init() throws { try self.init(file: nil) }

  /// Opens a database in a file, which only its owner can read.
  ///
  /// Readers see changes that another `Database` makes in the same file, but `changes(since:)`
  /// doesn't announce them.
  ///
  /// - Parameter file: the file, created with its folder if it doesn't exist.
  /// - Throws: `DatabaseError`.
  public convenience init(at file: URL) throws { try self.init(file: file) }

  private init(file: URL?) throws {
    writer = try DatabaseConnection(file)
    readers = file == nil ? [] : try (0..<2).map { _ in try DatabaseConnection(file) }
    signal = ChangeSignal(sequence: 0)
  }

  /// Runs a body on one state of the database, on the next connection.
  func read<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    guard !readers.isEmpty else { return try await writer.read(body) }
    let index = nextReader.withLock { next in
      defer { next = (next + 1) % readers.count }
      return next
    }
    return try await readers[index].read(body)
  }

  /// Runs a body in one transaction and announces its changes.
  func write<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    let (result, sequence) = try await writer.write { store in
      (try body(store), store.lastSequence)
    }
    signal.raise(to: sequence)
    return result
  }

  /// The sequence of the last change; 0 in a new database.
  public var lastSequence: Int {
    get async throws { try await read { try $0.information("sequence")?.integer ?? 0 } }
  }

  /// A unique name, created with the database.
  public var identifier: String {
    get async throws { try await read { try $0.information("identifier")?.text ?? "" } }
  }

  /// Deletes the bytes of attachments that no current revision uses.
  ///
  /// - Returns: the number of deleted attachments.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func compact() async throws -> Int {
    try await write { try $0.removeUnusedAttachments() }
  }
}
