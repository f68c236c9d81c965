import JSON

/// An authorization request that has passed every check (OpenID Connect Core 3.1.2.1).
struct AuthorizationRequest: Sendable {
  /// What the user may be asked to do (OpenID Connect Core 3.1.2.1, `prompt`).
  enum Prompt: String, Sendable, CaseIterable {
    case none, login, consent
    case selectAccount = "select_account"
  }

  /// Where the answer goes, with what it must echo.
  struct Target: Sendable, Equatable {
    let client: ClientRegistration
    var redirectURI: String
    var mode: ResponseMode
    var state: String?
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

  var isOpenID: Bool { scopes.contains("openid") }

  /// `acr_values`, the most wanted first.
  let acrValues: [String]
  /// `resource`: for whom access tokens will be (RFC 8707 2).
  let resources: [String]
  /// `hd`: the domain that users are chosen by, or `*`; Google's own.
  let hostedDomain: String?
  /// What was sent, for claims that are made of it.
  let parameters: [String: String]

  /// Whether the client asked for access while the user is away.
  let wantsOfflineAccess: Bool
  /// The issuer's switches without which the request would have been refused, or less been given.
  let allowances: [String]
}

/// Why an authorization request was refused, and who may hear of it.
enum AuthorizationRefusal: Error, Sendable, Equatable {
  /// Shown on a page: nobody knows whether the redirect URI is the client's (RFC 6749 4.1.2.1).
  case page(OAuthError)
  /// Told to the client.
  case redirect(OAuthError, AuthorizationRequest.Target)
}
