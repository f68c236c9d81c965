public import Foundation

/// What a request shows to say who sends it.
public enum Credentials: Sendable, Hashable {
  /// Nothing: the request is the guest's.
  case none
  /// A name and a password.
  case basic(name: String, password: String)
  /// The cookie of a session.
  case session(GatewaySession)
  /// An ID token.
  case bearer(String)

  /// The header field.
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

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, without anything secret.
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

  /// A mirror without anything secret.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

/// A session of a user at the gateway.
public struct GatewaySession: Sendable, Hashable, Codable {
  /// The session's id, which is the cookie's value.
  public var id: String
  /// The cookie's name.
  public var cookieName: String
  /// When it ends if it isn't used before; `nil` when nobody said.
  public var expires: Date?

  /// A session that somebody else has opened, such as an app server.
  ///
  /// - Parameters:
  ///   - id: `session_id` of the gateway's answer.
  ///   - cookieName: `cookie_name` of it.
  ///   - expires: `expires` of it.
  public init(id: String, cookieName: String = "SyncGatewaySession", expires: Date? = nil) {
    self.id = id
    self.cookieName = cookieName
    self.expires = expires
  }

  /// Whether it has ended by a clock.
  func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension GatewaySession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookie's name and when it ends; never the id, which is a secret.
  public var description: String {
    "\(cookieName) until \(expires.map { "\($0)" } ?? "the gateway ends it")"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without anything secret.
  public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}
