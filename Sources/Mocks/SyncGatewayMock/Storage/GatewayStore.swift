public import Foundation
import SQLite

/// Where a gateway keeps what it is given.
public enum GatewayStore: Sendable, Hashable {
  /// In memory, gone with the gateway.
  case memory
  /// In a folder, a SQLite file for each database; made if it is not there.
  ///
  /// What has been acknowledged is there again after the process was killed. One gateway at a time
  /// may use a folder.
  case folder(URL)

  /// Why a store cannot be used.
  public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder can't be made or written.
    case unusable(path: String, reason: String)
    /// Another process has it open.
    case inUse(path: String)
    /// Another version of this mock has written it.
    case otherVersion(path: String)

    /// The sentence shown to people.
    public var description: String {
      switch self {
      case .unusable(let path, let reason): "cannot use the store '\(path)': \(reason)"
      case .inUse(let path): "another gateway uses the store '\(path)'"
      case .otherVersion(let path):
        "another version of docgen has written the store '\(path)'; remove it to begin anew"
      }
    }
  }

  /// Opens the tables of a database, which are made if they are not there.
  func open(_ name: String) throws -> Database {
    guard case .folder(let folder) = self else {
      let database = try Database()
      try database.executeScript(Schema.sql)
      return database
    }
    let file = folder.appending(path: Self.fileName(of: name))
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let database = try Database(.file(file.path), busyTimeout: .seconds(1))
      // Each commit is on disk before it is acknowledged, and nobody else may write meanwhile.
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
  }

  /// Names of databases may hold what file names may not.
  static func fileName(of database: String) -> String {
    database.replacing("/", with: "%2F") + ".sqlite3"
  }
}
