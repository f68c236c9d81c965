import SQLite

/// Credentials in a SQLite file that only its owner may read.
///
/// Tokens lie in it as they are; whoever runs as the same user can read them. On Apple's systems the
/// Keychain is the better place.
///
/// Several processes may share the file: each change is one transaction, and they renew one after
/// another, by the lock of a file beside it whose name ends in `-lock`.
public actor SQLiteCredentialStore: CredentialStore {
  /// Where the credentials lie.
  public enum Location: Sendable, Hashable {
    /// In memory, gone with the store.
    case memory
    /// In the file at a path, made if it isn't there.
    case file(String)
  }

  /// Longer than a renewal takes that has to ask for everything: three requests of 30 seconds each.
  private static let patience = Duration.seconds(120)

  private let database: Database
  /// `nil` in memory, where there is no other process.
  private let lockPath: String?
  private let turns = RenewalTurns()

  /// Opens a store, and makes its file when it is not there.
  ///
  /// - Throws: what the file system or SQLite says.
  public init(_ location: Location) throws {
    switch location {
    case .memory:
      lockPath = nil
      database = try Database(.memory, isPrivate: true)
    case .file(let path):
      lockPath = path + "-lock"
      database = try Database(.file(path), isPrivate: true)
    }
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

  /// Runs a body while no other client renews, in this process or in one that shares the file.
  ///
  /// - Throws: when another process has kept the lock for two minutes, or its file cannot be made.
  public func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async throws -> Value {
    await turns.take(key)
    do {
      let value = try await locked(body)
      await turns.giveBack(key)
      return value
    } catch {
      await turns.giveBack(key)
      throw error
    }
  }

  private func locked<Value: Sendable>(
    _ body: @Sendable () async -> Value
  ) async throws -> Value {
    guard let lockPath else { return await body() }
    let lock = try await FileLock(lockPath, waitingUpTo: Self.patience)
    let value = await body()
    _ = consume lock
    return value
  }
}

extension CredentialKey {
  fileprivate var values: [SQLiteValue] {
    [.text(issuer), .text(clientID), .text(scope), .text(responseType)]
  }
}
