public import HTTPClient

/// Why a login, a refresh or a logout did not work, or why a call was not possible.
///
/// No case quotes a token, a code or a secret.
public enum ClientError: Error, Sendable, Equatable {
  /// The provider's endpoints that answers come from.
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

  /// The call makes no sense in the state named; nothing was changed.
  case illegalCall(String, in: String)
  /// The address is not the one the provider was to redirect to; nothing was changed.
  case notTheRedirect
  /// The settings and what the provider offers do not go together.
  case configuration(String)
  /// The answer's `state` is not that of this login: somebody else's answer.
  case stateMismatch
  /// The answer or document comes from another issuer (RFC 9207, Discovery 4.3).
  case issuerMismatch(expected: String, found: String?)
  /// The provider refused at the login page.
  case authorization(OAuthError)
  /// The provider refused at the token endpoint, with this status.
  case token(OAuthError, status: Int)
  /// The ID token breaks a rule.
  case idToken(IDTokenProblem)
  /// There was no answer.
  case transport(TransportError)
  /// The provider answered with an unexpected status.
  case status(Source, Int)
  /// The answer cannot be understood; the clause says why.
  case malformedAnswer(Source, String)
  /// The browser could not show the login page; its own words.
  case browser(String)
  /// Credentials could not be read or written; the store's own words.
  case storage(String)
  /// The credentials have run out, or were refused, and nothing is there to renew them with.
  case expired
  /// Nobody is logged in.
  case notLoggedIn
  /// The login was cancelled while the call waited for it.
  case cancelled
}

extension ClientError {
  /// Whether the same call may well succeed later; never a reason to log anybody out.
  public var isTransient: Bool {
    switch self {
    case .transport(let error): error.isTransient
    case .status(_, let status): status == 429 || status >= 500
    case .authorization(let error), .token(let error, _):
      error.code == .serverError || error.code == .temporarilyUnavailable
    default: false
    }
  }

  /// Whether a person has to log in again.
  public var requiresLogin: Bool {
    switch self {
    case .expired, .notLoggedIn: true
    case .token(let error, let status):
      status == 401 || [.invalidGrant, .invalidClient, .unauthorizedClient].contains(error.code)
    case .status(.token, let status): status == 401
    default: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .illegalCall(let call, let state): "'\(call)' is not possible while \(state)"
    case .notTheRedirect: "the address is not the redirect address of this login"
    case .configuration(let reason): reason
    case .stateMismatch: "the answer belongs to another login: its 'state' is a different one"
    case .issuerMismatch(let expected, let found):
      "the answer comes from '\(found ?? "nobody")', not from '\(expected)'"
    case .authorization(let error): "the provider refused the login: \(error)"
    case .token(let error, let status): "the provider gave no tokens: \(error) (\(status))"
    case .idToken(let problem): "the ID token is refused: \(problem)"
    case .transport(let error): "\(error)"
    case .status(let source, let status): "\(source.rawValue) answered \(status)"
    case .malformedAnswer(let source, let reason): "\(source.rawValue) is malformed: \(reason)"
    case .browser(let reason): "the login page could not be shown: \(reason)"
    case .storage(let reason): "the credentials could not be kept: \(reason)"
    case .expired: "the login has run out"
    case .notLoggedIn: "nobody is logged in"
    case .cancelled: "the login was cancelled"
    }
  }
}
