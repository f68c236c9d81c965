import DocgenSQLite
public import Foundation

/// The storage of a gateway's databases.
public enum GatewayStore: Sendable, Hashable {
  /// In memory, until the gateway is deallocated.
  case memory
  /// In a folder, with a SQLite file for each database; the folder is created if it doesn't exist.
  ///
  /// Acknowledged changes survive if the process is killed. Only one gateway at a time can use a
  /// folder.
  case folder(URL)

  /// An error that prevents the use of a store.
  public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder can't be created or written.
    case unusable(path: String, reason: String)
    /// Another process has it open.
    case inUse(path: String)
    /// Another version of this mock wrote the store.
    case otherVersion(path: String)

    /// The error's message.
    public var description: String {
      switch self {
      case .unusable(let path, let reason): "cannot use the store '\(path)': \(reason)"
      case .inUse(let path): "another gateway uses the store '\(path)'"
      case .otherVersion(let path):
        "another version of docgen has written the store '\(path)'; remove it to start with an empty one"
      }
    }
  }

  /// Opens a database and creates its tables if they don't exist.
  func open(_ name: String) throws -> Database {
    guard case .folder(let folder) = self else {
      let database = try Database()
      try database.executeScript(Schema.sql + Schema.designs)
      return database
    }
    let file = folder.appending(path: Self.fileName(of: name))
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let database = try Database(.file(file.path), busyTimeout: .seconds(1))
      // Commits reach the disk before they are acknowledged; no other process can write meanwhile.
      try database.executeScript("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
      try database.transaction { try Self.prepare(database, at: file.path) }
      return database
    } catch let error as SQLiteError where error.isBusy {
      throw Failure.inUse(path: file.path)
    } catch let error as SQLiteError {
      throw Failure.unusable(path: file.path, reason: error.message)
    } catch let error as CocoaError {
      throw Failure.unusable(path: folder.path, reason: error.localizedDescription)
    }
  }

  private static func prepare(_ database: Database, at path: String) throws {
    switch try database.userVersion() {
    case 0:
      try database.executeScript(Schema.sql + Schema.counter)
      try database.setUserVersion(Schema.version)
    case Int(Schema.version): break
    default: throw Failure.otherVersion(path: path)
    }
    try database.executeScript(Schema.designs)
  }

  /// Returns a file name for a database, whose name may contain a slash.
  static func fileName(of database: String) -> String {
    database.replacing("/", with: "%2F") + ".sqlite3"
  }
}
