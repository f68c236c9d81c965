public import DocgenJSON
public import Foundation

extension SyncGateway {
  /// A user's current state.
  public struct UserState: Sendable, Hashable {
    /// The name; `GUEST` for the guest.
    public var name: String
    /// The email address; empty for none.
    public var email: String
    /// Whether the user may not log in.
    public var isDisabled: Bool
    /// Channels granted by the administrator, sorted.
    public var adminChannels: [String]
    /// All channels that the user sees, including those of roles, sorted.
    public var allChannels: [String]
    /// All roles, sorted.
    public var roles: [String]
  }

  /// A session that has not expired.
  public struct SessionState: Sendable, Hashable {
    /// The id, which is the value of the cookie.
    public var id: String
    /// The user's name.
    public var user: String
    /// The time the session expires unless it is used.
    public var expires: Date
  }

  /// Returns the users of a database, sorted by name, without the guest.
  ///
  /// - Throws: when there is no such database.
  public func users(in database: String) async throws -> [UserState] {
    let database = try self.database(database)
    var states: [UserState] = []
    for name in try await database.principalNames(.user) {
      guard let user = try await database.user(named: name) else { continue }
      states.append(
        UserState(
          name: name, email: user.email, isDisabled: user.isDisabled,
          adminChannels: user.adminChannels.names, allChannels: user.inheritedChannels.names,
          roles: user.roles.names))
    }
    return states
  }

  /// Returns the sessions of a database, oldest first.
  ///
  /// - Throws: when there is no such database.
  public func sessions(in database: String) async throws -> [SessionState] {
    try await self.database(database).sessions().map { session in
      SessionState(
        id: session.id, user: PrincipalName.shown(session.userName), expires: session.expires)
    }
  }

  /// Returns a document as the administrator reads it, with `_id` and `_rev`; `nil` if there is
  /// none, or it is deleted.
  ///
  /// - Throws: when there is no such database.
  public func document(_ id: String, in database: String) async throws -> JSONObject? {
    let database = try self.database(database)
    do {
      return try await database.read(id, revision: "", by: nil)
    } catch let error as StorageError where error.kind == .missing {
      return nil
    }
  }

  /// Creates or changes a user, as `PUT /db/_user/name` does.
  ///
  /// - Throws: an error with the reason in the admin port's response.
  public func put(user: PrincipalConfiguration, in database: String) async throws {
    _ = try await self.database(database).update(user, as: .user, mayReplace: true)
  }

  /// Creates or changes a role, as `PUT /db/_role/name` does.
  ///
  /// - Throws: an error with the reason in the admin port's response.
  public func put(role: PrincipalConfiguration, in database: String) async throws {
    _ = try await self.database(database).update(role, as: .role, mayReplace: true)
  }

  /// Stores a document as the administrator.
  ///
  /// - Parameters:
  ///   - document: the body; its `_rev` names the revision to replace.
  ///   - id: the document's id.
  ///   - database: the database's name.
  /// - Returns: the new revision's id.
  /// - Throws: an error with the reason in the admin port's response, for example for a conflict.
  @discardableResult
  public func put(
    _ document: JSONObject, id: String, in database: String
  ) async throws -> String {
    try await self.database(database).put(id, body: document, by: nil)
  }

  /// Returns how many requests for `_changes` currently wait for a change.
  ///
  /// - Throws: when there is no such database.
  public func waitingFeeds(in database: String) async throws -> Int {
    try await self.database(database).waiters.count
  }
}
