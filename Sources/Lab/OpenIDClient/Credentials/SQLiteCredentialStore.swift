import Foundation
public import SQLite

/// Credentials in a SQLite file that only its owner may read.
///
/// Several processes may share the file: each change is one transaction, and a client whose refresh
/// token is refused looks here for a newer one before it gives up.
public actor SQLiteCredentialStore: CredentialStore {
  private let database: Database

  /// Opens a store, and makes its file when it is not there.
  ///
  /// - Throws: `SQLiteError`, and Foundation's error when the file's permissions cannot be set.
  public init(_ location: Database.Location) throws {
    if case .file(let path) = location, !FileManager.default.fileExists(atPath: path) {
      // Made before SQLite opens it: its companions get the permissions of the file itself.
      _ = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    database = try Database(location)
    try database.executeScript(
      """
      CREATE TABLE IF NOT EXISTS credentials (
        issuer TEXT NOT NULL, client TEXT NOT NULL, scope TEXT NOT NULL, type TEXT NOT NULL,
        json TEXT NOT NULL, PRIMARY KEY (issuer, client, scope, type)) WITHOUT ROWID
      """)
  }

  /// The credentials of a key.
  public func load(_ key: CredentialKey) throws -> Credentials? {
    let row = try database.first(
      "SELECT json FROM credentials WHERE issuer = ? AND client = ? AND scope = ? AND type = ?",
      key.values)
    return row?[0].text.flatMap { Credentials(json: $0) }
  }

  /// Keeps credentials.
  public func save(_ credentials: Credentials, for key: CredentialKey) throws {
    try database.execute(
      "INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?)",
      key.values + [.text(credentials.json)])
  }

  /// Forgets the credentials of a key.
  public func delete(_ key: CredentialKey) throws {
    try database.execute(
      "DELETE FROM credentials WHERE issuer = ? AND client = ? AND scope = ? AND type = ?",
      key.values)
  }
}

extension CredentialKey {
  fileprivate var values: [SQLiteValue] {
    [.text(issuer), .text(clientID), .text(scope), .text(responseType)]
  }
}
