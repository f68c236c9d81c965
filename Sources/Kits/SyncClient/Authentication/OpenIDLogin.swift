import DocgenJSON
import Foundation

/// A login through a gateway's OpenID Connect endpoints, as a value without side effects.
///
/// Begin with `start`, carry out the step, pass its result to the method for that step, and repeat
/// until `finished`.
struct OpenIDLogin: Sendable {
  /// The next step.
  enum Step: Sendable, Equatable {
    /// `GET _oidc_refresh` with this token.
    case refresh(String)
    /// `GET _oidc_challenge` for the URL of the login page.
    case challenge
    /// Show this page until it is redirected to the second URL.
    case ask(loginURL: URL, redirectURL: URL)
    /// `GET _oidc_callback` with this query, and the challenge's cookie.
    case callback(query: String, cookie: String?)
    /// Store these tokens; the login is complete.
    case finished(OpenIDTokens)
  }

  /// The URL of the database on the gateway.
  let database: URL
  /// The tokens of an earlier login.
  private(set) var tokens: OpenIDTokens?
  /// The cookie that ties the callback to the challenge (from Sync Gateway 2.8).
  private var stateCookie: String?

  init(database: URL, tokens: OpenIDTokens?) {
    self.database = database
    self.tokens = tokens
  }

  func start() -> Step { tokens?.refreshToken.map { .refresh($0) } ?? .challenge }

  /// Handles the response to a refresh; if the gateway rejects the token, continues to the login
  /// page.
  mutating func refreshed(_ response: GatewayResponse, session: GatewaySession?) throws(SyncError)
    -> Step
  {
    switch response.status {
    case 200: return .finished(try received(response, session: session))
    // 401 up to Sync Gateway 2.7, 500 from 2.8 on.
    case 401, 500:
      tokens = nil
      return .challenge
    default: throw response.refusal
    }
  }

  /// Handles the response to a challenge: a 401 whose header names the login page.
  mutating func challenged(_ response: GatewayResponse) throws(SyncError) -> Step {
    let field = response.values(of: "WWW-Authenticate").joined(separator: ", ")
    guard response.status == 401, let start = field.range(of: "OIDC login=\"")?.upperBound else {
      throw response.refusal
    }
    let text = field[start...].prefix { $0 != "\"" }
    guard let loginURL = URL(string: String(text)),
      let redirect = URLComponents(url: loginURL, resolvingAgainstBaseURL: false)?.queryItems?
        .first(where: { $0.name == "redirect_uri" })?.value,
      let redirectURL = URL(string: redirect)
    else { throw .malformedResponse("the login page's address '\(text)'") }
    stateCookie = SetCookie.all(in: response).first { $0.name == SetCookie.stateName }?.value
    return .ask(loginURL: loginURL, redirectURL: redirectURL)
  }

  /// Handles the end of the login page; only a URL on the gateway may carry the code.
  func redirected(to url: URL) throws(SyncError) -> Step {
    guard url.isOnServer(of: database) else {
      throw .login(.elsewhere(url))
    }
    let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQuery ?? ""
    return .callback(
      query: query, cookie: stateCookie.map { "\(SetCookie.stateName)=\($0)" })
  }

  /// Handles the response to the callback.
  mutating func calledBack(
    _ response: GatewayResponse, session: GatewaySession?
  ) throws(SyncError) -> Step {
    if response.status == 200 { return .finished(try received(response, session: session)) }
    let error = response.refusal
    // Retry a transient failure; any other failure ends the login.
    if error.isTransient, response.status != 500 { throw error }
    throw .login(.refused(status: response.status, reason: response.reason))
  }

  /// Returns the tokens of a response; a refresh returns no refresh token, so the old one stays.
  private mutating func received(
    _ response: GatewayResponse, session: GatewaySession?
  ) throws(SyncError) -> OpenIDTokens {
    let json = try response.json()
    guard let idToken = json["id_token"]?.string, !idToken.isEmpty else {
      throw .malformedResponse("a login without an ID token")
    }
    let received = OpenIDTokens(
      idToken: idToken, refreshToken: json["refresh_token"]?.string ?? tokens?.refreshToken,
      session: json["session_id"]?.string.map { session ?? GatewaySession(id: $0) },
      userName: json["name"]?.string)
    tokens = received
    return received
  }
}

extension URL {
  /// Returns whether host and port equal those of another URL.
  func isOnServer(of other: URL) -> Bool {
    host()?.lowercased() == other.host()?.lowercased() && effectivePort == other.effectivePort
  }

  /// The port, or the scheme's default.
  fileprivate var effectivePort: Int? {
    port ?? ["http": 80, "https": 443][scheme?.lowercased() ?? ""]
  }
}
