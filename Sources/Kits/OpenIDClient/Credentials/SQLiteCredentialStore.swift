import DocgenSQLite
public import Foundation

/// Credentials in a SQLite file that only its owner can read.
///
/// The file contains the tokens in plain text; any program of the same user can read them. On
/// Apple's systems, use the Keychain instead.
///
/// Several processes can share the file. Each change is one transaction. Renewals run one after
/// another, under the lock of a file next to it whose name ends in `-lock`.
///
/// ```swift runnable
/// import Foundation
///
/// let store = try SQLiteCredentialStore(at: URL(filePath: "credentials.sqlite"))
/// let key = CredentialKey(
///   issuer: "https://op.example", clientID: "travel",
///   scope: ["openid"], responseType: .code)
/// try await store.save(
///   Credentials(accessToken: "at", issuedAt: .now, expiry: nil), for: key)
/// try await store.delete(key)
/// print(try await store.load(key) == nil)
/// ```
///
/// ```output
/// true
/// ```
public actor SQLiteCredentialStore: CredentialStore {
  /// Longer than the longest renewal: three requests of 30 seconds each.
  private static let lockTimeout = Duration.seconds(120)

  private let database: Database
  private let lockPath: String
  private let turns = RenewalTurns()

  /// Opens a store.
  ///
  /// - Parameter file: the file, created with its folder if it doesn't exist.
  /// - Throws: the error of the file system or of SQLite.
  public init(at file: URL) throws {
    let path = file.path(percentEncoded: false)
    lockPath = path + "-lock"
    database = try Database(.file(path), isPrivate: true)
    try database.executeScript(
      """
      CREATE TABLE IF NOT EXISTS credentials (
        issuer TEXT NOT NULL, client TEXT NOT NULL, scope TEXT NOT NULL, type TEXT NOT NULL,
        json TEXT NOT NULL, PRIMARY KEY (issuer, client, scope, type)) WITHOUT ROWID
      """)
  }

  /// Returns the credentials of a key.
  public func load(_ key: CredentialKey) throws -> Credentials? {
    let row = try database.first(
      "SELECT json FROM credentials WHERE issuer = ? AND client = ? AND scope = ? AND type = ?",
      binding: key.values)
    return row?[0].text.flatMap { Credentials(json: $0) }
  }

  /// Saves credentials.
  public func save(_ credentials: Credentials, for key: CredentialKey) throws {
    try database.execute(
      "INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?)",
      binding: key.values + [.text(try credentials.json())])
  }

  /// Deletes the credentials of a key.
  public func delete(_ key: CredentialKey) throws {
    try database.execute(
      "DELETE FROM credentials WHERE issuer = ? AND client = ? AND scope = ? AND type = ?",
      binding: key.values)
  }

  /// Runs a body while no other client renews, in this process or in one that shares the file.
  ///
  /// - Throws: an error when another process has held the lock for two minutes, or the lock file
  ///   can't be created.
  public func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async throws -> Value {
    try await turns.run(for: key) { [lockPath] in
      let lock = try await FileLock(lockPath, waitingUpTo: Self.lockTimeout)
      let value = await body()
      _ = consume lock
      return value
    }
  }
}

extension CredentialKey {
  fileprivate var values: [SQLiteValue] {
    [.text(issuer), .text(clientID), .text(scope), .text(responseType)]
  }
}
