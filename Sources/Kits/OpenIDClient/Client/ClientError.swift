public import DocgenHTTPClient

/// The reason why a login, refresh or logout failed, or why a method can't be called now.
///
/// No case quotes a token, a code or a secret.
public enum ClientError: TransientError, Sendable, Equatable {
  /// The endpoints whose responses can be at fault.
  public enum Source: String, Sendable {
    /// The discovery document.
    case discovery = "the discovery document"
    /// The login page's redirect.
    case redirect = "the redirect"
    /// The token endpoint.
    case token = "the token endpoint"
    /// The key set.
    case keys = "the key set"
    /// The userinfo endpoint.
    case userInfo = "the userinfo endpoint"
    /// The revocation endpoint.
    case revocation = "the revocation endpoint"
    /// A self-issued provider's request file.
    case requestFile = "the request file"
  }

  /// The method named isn't allowed in the state named; nothing changed.
  case illegalCall(String, in: String)
  /// The URL isn't the redirect URI; nothing changed. Both without the parameters of a response.
  case notTheRedirect(found: String, expected: String)
  /// The settings don't match what the provider offers.
  case configuration(String)
  /// The response's `state` is not this login's: the response belongs to another login.
  case stateMismatch
  /// The response or document names another issuer (RFC 9207, Discovery 4.3).
  case issuerMismatch(expected: String, found: String?)
  /// The authorization endpoint returned an error.
  case authorization(OAuthError)
  /// The token endpoint returned an error, with this status.
  case token(OAuthError, status: Int)
  /// The ID token breaks a rule.
  case idToken(IDTokenProblem)
  /// The request got no response.
  case transport(TransportError)
  /// The endpoint responded with an unexpected status.
  case status(Source, Int)
  /// The response can't be parsed; the text gives the reason.
  case malformedResponse(Source, String)
  /// The browser couldn't show the login page; the text is the browser's message.
  case browser(String)
  /// The store couldn't read or write credentials; the text is the store's message.
  case storage(String)
  /// The credentials expired or were rejected, and there is no refresh token.
  case expired
  /// The user isn't logged in.
  case notLoggedIn
  /// The login was cancelled while the caller waited for it.
  case cancelled
}

extension ClientError {
  /// Whether a retry may succeed; such an error never logs the user out.
  public var isTransient: Bool {
    switch self {
    case .transport(let error): error.isTransient
    // As before the first unlock of a device.
    case .storage: true
    case .status(_, let status): status == 429 || status >= 500
    // The client or the user has to authenticate again, whatever the error's code.
    case .token(_, 401): false
    case .authorization(let error), .token(let error, _):
      error.code == .serverError || error.code == .temporarilyUnavailable
    default: false
    }
  }

  /// Whether the login or the calling task was cancelled.
  public var isCancellation: Bool { self == .cancelled || self == .transport(.cancelled) }

  /// Whether the user has to log in again.
  public var requiresLogin: Bool {
    switch self {
    case .expired, .notLoggedIn: true
    case .token(let error, let status):
      status == 401 || [.invalidGrant, .invalidClient, .unauthorizedClient].contains(error.code)
    case .status(.token, let status): status == 401
    case .idToken: isForgery
    default: false
    }
  }

  /// Whether the response is forged or belongs to another client, so that a retry won't help.
  var isForgery: Bool {
    switch self {
    // The issuer may publish the key within a minute.
    case .idToken(.unknownKey): false
    // A device that slept while the response was in transit sees an old token.
    case .idToken(let problem): !problem.isOfTime
    case .issuerMismatch: true
    default: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// A lower-case clause for developers and logs; show users a text of your own.
  public var description: String {
    switch self {
    case .illegalCall(let call, let state):
      "'\(call)' is not possible while \(state); \(Self.remedy(for: call, in: state))"
    case .notTheRedirect(let found, let expected):
      "'\(found)' is not the redirect URI of this login, '\(expected)'"
    case .configuration(let reason): reason
    case .stateMismatch: "the response belongs to another login: its 'state' is a different one"
    case .issuerMismatch(let expected, let found):
      found.map {
        "the response names the issuer '\($0)', and the settings '\(expected)'; they must be equal"
      } ?? "the response doesn't name its issuer, '\(expected)'"
    case .authorization(let error): "the provider refused the login: \(error)"
    case .token(let error, let status): "the provider returned no tokens: \(error) (\(status))"
    case .idToken(.missing): "the response has no ID token"
    case .idToken(let problem): "the ID token is refused: \(problem)"
    case .transport(let error): "\(error)"
    case .status(let source, let status): "\(source.rawValue) responded with \(status)"
    case .malformedResponse(let source, let reason): "\(source.rawValue) is malformed: \(reason)"
    case .browser(let reason): "the login page could not be shown: \(reason)"
    case .storage(let reason): "the store of the credentials failed: \(reason)"
    case .expired: "the login has expired"
    case .notLoggedIn: "no user is logged in"
    case .cancelled: "the login was cancelled"
    }
  }

  private static func remedy(for call: String, in state: String) -> String {
    switch (call, state) {
    case ("start", "authorized"): "for another user, log out first"
    case ("start", _), ("logIn", _), ("logOut", _): "wait for the login to end, or call 'cancel'"
    case (_, "fetchingToken"): "this login has had its response"
    case (_, "authorized"): "a user is logged in already"
    case (_, "starting"): "wait for 'start' to return"
    default: "call 'start' first"
    }
  }
}
