public import Clocks
import SQLite
import Synchronization

@_exported public import JSON

/// JSON documents with revisions, in memory or in one file.
///
///     let database = try Database(.file("/path/to/travel.sqlite"))
///     let trip = try await database.save(["to": "Lisbon"], as: "trip-1")
///     try await database.save(["to": "Porto"], as: "trip-1", replacing: trip.revision)
///
/// Any number of tasks may use it at once. Writing is one transaction each, so a crash leaves what was
/// there before; a file's readers have connections of their own and don't wait for the writer.
public final class Database: Sendable {
  /// Where the documents lie.
  public enum Location: Sendable, Hashable {
    /// In memory, gone with the last reference to the database.
    case memory
    /// In the file at a path, made if it isn't there; only its owner may read it.
    case file(String)
  }

  let writer: DatabaseConnection
  private let readers: [DatabaseConnection]
  /// Counts reads, to give each to the next connection in turn; taken by any task.
  private let nextReader = Mutex(0)
  let signal: ChangeSignal

  /// Opens a database.
  ///
  /// Changes that another `Database` makes in the same file are seen by readers, but not announced by
  /// `changes(since:)`.
  ///
  /// - Parameters:
  ///   - location: memory or a file.
  ///   - historyLimit: how many revisions of a branch are remembered; a device that made more changes
  ///     than this without replicating may get conflicts with itself.
  ///   - readerCount: how many connections read a file beside the writer.
  ///   - random: where the database's identifier is drawn from.
  /// - Throws: `DatabaseError`.
  public init(
    _ location: Location = .memory, historyLimit: Int = 100, readerCount: Int = 2,
    random: RandomSource = RandomSource()
  ) throws {
    let limit = max(1, historyLimit)
    func connection(_ place: SQLite.Database.Location) throws -> DatabaseConnection {
      try DatabaseConnection(place, historyLimit: limit) { random.hex(bytes: 16) }
    }
    switch location {
    case .memory:
      writer = try connection(.memory)
      readers = []
    case .file(let path):
      writer = try connection(.file(path))
      readers = try (0..<max(0, readerCount)).map { _ in try connection(.file(path)) }
    }
    signal = ChangeSignal(sequence: 0)
  }

  /// Runs a body on one state of the database, on whichever connection is next.
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

  /// The number that the latest change has; 0 in a new database.
  public var lastSequence: Int {
    get async throws { try await read { try $0.information("sequence")?.integer ?? 0 } }
  }

  /// A name that no other database has, made when this one was.
  public var identifier: String {
    get async throws { try await read { try $0.information("identifier")?.text ?? "" } }
  }

  /// Frees the space of attachments that no current revision names.
  ///
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func compact() async throws -> Int {
    try await write { try $0.removeUnusedAttachments() }
  }
}
