public import Foundation
import JSON
import SQLite
import Synchronization

/// What a login through an OpenID provider has given.
public struct OpenIDTokens: Sendable, Hashable, Codable {
  /// The ID token, which says who the user is.
  public var idToken: String
  /// What the next ID token is had for without the user; `nil` when the provider gave none.
  public var refreshToken: String?
  /// The session that the gateway opened; `nil` when it opens none.
  public var session: GatewaySession?
  /// The user's name at the gateway; `nil` when it didn't say.
  public var userName: String?

  /// Tokens of an earlier login, such as one that the app kept elsewhere.
  public init(
    idToken: String, refreshToken: String? = nil, session: GatewaySession? = nil,
    userName: String? = nil
  ) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.session = session
    self.userName = userName
  }

  /// What requests show: the session if there is one, else the ID token.
  var credentials: Credentials { session.map { .session($0) } ?? .bearer(idToken) }
}

extension OpenIDTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Whose tokens they are; never the tokens themselves.
  public var description: String { "tokens of \(userName ?? "somebody")" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without tokens.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

/// Keeps tokens from one run of an app to the next, by the address of the gateway's database.
public protocol OpenIDTokenStore: Sendable {
  /// The tokens for a database of a gateway; `nil` when there are none.
  func tokens(for database: URL) async throws -> OpenIDTokens?
  /// Keeps tokens in place of earlier ones; `nil` forgets them.
  func keep(_ tokens: OpenIDTokens?, for database: URL) async throws
  /// The databases of gateways whose tokens are kept.
  func databases() async throws -> [URL]
}

/// Keeps tokens until the app ends.
public final class MemoryTokenStore: OpenIDTokenStore {
  /// Taken by whichever tasks log in.
  private let tokens = Mutex<[URL: OpenIDTokens]>([:])

  /// A store without tokens.
  public init() {}

  /// The tokens kept for a database of a gateway.
  public func tokens(for database: URL) -> OpenIDTokens? { tokens.withLock { $0[database] } }

  /// Keeps or forgets tokens.
  public func keep(_ tokens: OpenIDTokens?, for database: URL) {
    self.tokens.withLock { $0[database] = tokens }
  }

  /// The databases of gateways whose tokens are kept.
  public func databases() -> [URL] { tokens.withLock { Array($0.keys) } }
}

/// Keeps tokens in a local database's file; they do not replicate.
///
/// They lie there as they are. The file is its owner's alone; on a system where apps share a user, keep it
/// where only this app can read.
public struct DatabaseTokenStore: OpenIDTokenStore {
  private let database: Database

  /// A store in a database.
  public init(_ database: Database) { self.database = database }

  /// The tokens kept for a database of a gateway.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func tokens(for gateway: URL) async throws -> OpenIDTokens? {
    let text = try await database.read { try $0.information(Self.key(gateway))?.text }
    return text.flatMap { try? JSONDecoder().decode(OpenIDTokens.self, from: Data($0.utf8)) }
  }

  /// Keeps or forgets tokens.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func keep(_ tokens: OpenIDTokens?, for gateway: URL) async throws {
    let text = try tokens.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try await database.write { try $0.setInformation(Self.key(gateway), text.map { .text($0) }) }
  }

  /// The databases of gateways whose tokens are kept.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func databases() async throws -> [URL] {
    let keys = try await database.read { try $0.informationKeys(after: Self.prefix) }
    return keys.compactMap { URL(string: String($0.dropFirst(Self.prefix.count))) }
  }

  private static let prefix = "tokens "

  private static func key(_ gateway: URL) -> String { prefix + gateway.absoluteString }
}
