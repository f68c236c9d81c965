public import Foundation

/// The credentials of a request.
public enum GatewayCredentials: Sendable, Hashable {
  /// No credentials: a request of the guest.
  case none
  /// A name and a password.
  case basic(name: String, password: String)
  /// The cookie of a session.
  case session(GatewaySession)
  /// An ID token.
  case bearer(String)

  /// The header field for the credentials.
  var field: (name: String, value: String)? {
    switch self {
    case .none: nil
    case .basic(let name, let password):
      ("Authorization", "Basic " + Data("\(name):\(password)".utf8).base64EncodedString())
    case .session(let session): ("Cookie", "\(session.cookieName)=\(session.id)")
    case .bearer(let token): ("Authorization", "Bearer \(token)")
    }
  }
}

extension GatewayCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The kind of credentials, without secrets.
  public var description: String {
    switch self {
    case .none: "none"
    case .basic(let name, _): "password of \(name)"
    case .session: "session"
    case .bearer: "ID token"
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

/// A user's session at the gateway.
///
/// ```swift runnable
/// let session = GatewaySession(id: "secret")
/// print(session.cookieName)
/// ```
///
/// ```output
/// SyncGatewaySession
/// ```
public struct GatewaySession: Sendable, Hashable, Codable {
  /// The session ID, which is the cookie's value.
  public var id: String
  /// The cookie's name.
  public var cookieName: String
  /// The time the session ends unless it is used before; `nil` when unknown.
  public var expires: Date?

  /// Creates a session that was opened elsewhere, such as by an app server.
  ///
  /// - Parameters:
  ///   - id: `session_id` of the gateway's response.
  ///   - cookieName: `cookie_name` of the response.
  ///   - expires: `expires` of the response.
  public init(id: String, cookieName: String = "SyncGatewaySession", expires: Date? = nil) {
    self.id = id
    self.cookieName = cookieName
    self.expires = expires
  }

  /// Returns whether the session has expired.
  func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension GatewaySession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookie's name and expiry; never the ID, which is a secret.
  public var description: String {
    "\(cookieName) until \(expires.map { "\($0)" } ?? "the gateway ends it")"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}
