import DocgenJSON
import DocgenSQLite
public import Foundation
import Synchronization

/// The result of a login through an OpenID provider.
///
/// ```swift runnable
/// import Foundation
///
/// let store = MemoryTokenStore()
/// let gateway = URL(string: "http://localhost:4984/travel")!
/// store.save(OpenIDTokens(idToken: "jwt", userName: "alice"), for: gateway)
/// print(store.tokens(for: gateway)!.userName!)
/// ```
///
/// ```output
/// alice
/// ```
public struct OpenIDTokens: Sendable, Hashable, Codable {
  /// The ID token, which identifies the user.
  public var idToken: String
  /// The token that gets the next ID token without the user; `nil` when the provider issued none.
  public var refreshToken: String?
  /// The session that the gateway opened; `nil` when the gateway opens none.
  public var session: GatewaySession?
  /// The user's name at the gateway; `nil` when the gateway didn't return one.
  public var userName: String?

  /// Creates tokens of an earlier login, such as one that the app stored elsewhere.
  public init(
    idToken: String, refreshToken: String? = nil, session: GatewaySession? = nil,
    userName: String? = nil
  ) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.session = session
    self.userName = userName
  }

  /// The credentials of requests: the session if there is one, otherwise the ID token.
  var credentials: GatewayCredentials { session.map { .session($0) } ?? .bearer(idToken) }
}

extension OpenIDTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The owner of the tokens; never the tokens themselves.
  public var description: String { "tokens of \(userName ?? "somebody")" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without tokens.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

/// A store for tokens that outlives a run of the app, by the URL of the gateway's database.
public protocol OpenIDTokenStore: Sendable {
  /// Returns the tokens for a database of a gateway; `nil` when there are none.
  func tokens(for database: URL) async throws -> OpenIDTokens?
  /// Stores tokens, replacing earlier ones; `nil` deletes them.
  func save(_ tokens: OpenIDTokens?, for database: URL) async throws
  /// Returns the databases that have stored tokens.
  func databases() async throws -> [URL]
}

/// A store for tokens that ends with the app.
public final class MemoryTokenStore: OpenIDTokenStore {
  /// Locked by any task that logs in.
  private let tokens = Mutex<[URL: OpenIDTokens]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the tokens for a database of a gateway.
  public func tokens(for database: URL) -> OpenIDTokens? { tokens.withLock { $0[database] } }

  /// Stores or deletes tokens.
  public func save(_ tokens: OpenIDTokens?, for database: URL) {
    self.tokens.withLock { $0[database] = tokens }
  }

  /// Returns the databases that have stored tokens.
  public func databases() -> [URL] { tokens.withLock { Array($0.keys) } }
}

/// A store in a local database; tokens don't replicate.
///
/// Tokens are stored in plain text, in a file that only its owner can read. On a system where apps
/// share a user, put the file where only this app can read it.
public struct DatabaseTokenStore: OpenIDTokenStore {
  private let database: Database

  /// Creates a store in a database.
  public init(_ database: Database) { self.database = database }

  /// Returns the tokens for a database of a gateway.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func tokens(for gateway: URL) async throws -> OpenIDTokens? {
    let text = try await database.read { try $0.information(Self.key(gateway))?.text }
    return text.flatMap { try? JSONDecoder().decode(OpenIDTokens.self, from: Data($0.utf8)) }
  }

  /// Stores or deletes tokens.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func save(_ tokens: OpenIDTokens?, for gateway: URL) async throws {
    let text = try tokens.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try await database.write {
      try $0.setInformation(Self.key(gateway), to: text.map { .text($0) })
    }
  }

  /// Returns the databases that have stored tokens.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func databases() async throws -> [URL] {
    let keys = try await database.read { try $0.informationKeys(after: Self.prefix) }
    return keys.compactMap { URL(string: String($0.dropFirst(Self.prefix.count))) }
  }

  private static let prefix = "tokens "

  private static func key(_ gateway: URL) -> String { prefix + gateway.absoluteString }
}
