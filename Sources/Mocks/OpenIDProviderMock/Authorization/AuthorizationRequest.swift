import DocgenHashing
import DocgenJOSE
import DocgenJSON

/// An authorization request that has passed every check (OpenID Connect Core 3.1.2.1).
struct AuthorizationRequest: Sendable {
  /// The prompts for the user (OpenID Connect Core 3.1.2.1, `prompt`).
  enum Prompt: String, Sendable, CaseIterable {
    case none, login, consent
    case selectAccount = "select_account"
  }

  /// The redirect URI for the response, and what the response must echo.
  struct Target: Sendable, Equatable {
    let client: ClientRegistration
    var redirectURI: String
    var mode: ResponseMode
    var state: String?
    /// The parameters of the request, which planned faults select by.
    let sent: Parameters
  }

  let client: ClientRegistration
  let target: Target
  let responseType: ResponseType
  let scopes: [String]
  let nonce: String?
  /// RFC 7636 4.2.
  let codeChallenge: CodeChallenge?
  let prompts: Set<Prompt>
  /// `max_age` in seconds.
  let maximumAge: Int?
  let loginHint: String?
  let idTokenHint: String?
  let claims: ClaimsRequest

  /// `acr_values`, in order of preference.
  let acrValues: [String]
  /// `resource`: the audiences of access tokens (RFC 8707 2).
  let resources: [String]
  /// `hd`, a parameter of Google's: the domain to choose users by, or `*`.
  let hostedDomain: String?
  /// The parameters as sent, for claim templates.
  let parameters: [String: String]

  /// Whether the client asked for access while the user is away.
  let wantsOfflineAccess: Bool
  /// The issuer's switches without which the request would have been refused or granted less.
  let allowances: [String]
}

/// The refusal of an authorization request, and where it is reported.
enum AuthorizationRefusal: Error, Sendable, Equatable {
  /// Shown on a page, because the redirect URI may not be the client's (RFC 6749 4.1.2.1).
  case page(OAuthError)
  /// Sent to the client.
  case redirect(OAuthError, AuthorizationRequest.Target)
}

/// The verifiers of Proof Key for Code Exchange (RFC 7636).
enum CodeVerifier {
  /// Returns whether a text is 43 to 128 unreserved characters (4.1), as challenges must be too.
  static func isWellFormed(_ text: String) -> Bool {
    text.wholeMatch(of: /[-._~A-Za-z0-9]{43,128}/.matchingSemantics(.unicodeScalar)) != nil
  }
}

/// The challenge that a client sends before its verifier.
struct CodeChallenge: Sendable, Equatable {
  let value: String
  /// Whether the challenge is the verifier itself (4.2).
  var isPlain = false

  /// Returns whether a verifier matches the challenge (4.6).
  func isMet(by verifier: String) -> Bool {
    guard CodeVerifier.isWellFormed(verifier) else { return false }
    return value
      == (isPlain ? verifier : Base64URL.encode(Digest.sha256.hash(verifier.utf8)))
  }
}
