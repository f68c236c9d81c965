import Foundation
import JSON

/// A login through a gateway's OpenID Connect endpoints, step by step, without doing any of them.
///
/// Begin with `start`, do what it says, hand the result to the method of that name, and go on until
/// `finished`.
struct OpenIDLogin: Sendable {
  /// What to do next.
  enum Step: Sendable, Equatable {
    /// `GET _oidc_refresh` with this token.
    case refresh(String)
    /// `GET _oidc_challenge` for the address of the login page.
    case challenge
    /// Show this page until it ends at the second URL.
    case ask(loginURL: URL, redirectURL: URL)
    /// `GET _oidc_callback` with this query, and the cookie of the challenge.
    case callback(query: String, cookie: String?)
    /// Keep these tokens: they are the login.
    case finished(OpenIDTokens)
  }

  /// The database's address on the gateway.
  let database: URL
  /// Tokens of an earlier login.
  private(set) var tokens: OpenIDTokens?
  /// The cookie that ties the callback to the challenge (2.8).
  private var stateCookie: String?

  init(database: URL, tokens: OpenIDTokens?) {
    self.database = database
    self.tokens = tokens
  }

  func start() -> Step { tokens?.refreshToken.map { .refresh($0) } ?? .challenge }

  /// After a refresh: a refused one leads to the login page, whichever way a gateway refuses.
  mutating func refreshed(_ answer: GatewayAnswer, session: GatewaySession?) throws(SyncError)
    -> Step
  {
    switch answer.status {
    case 200: return .finished(try received(answer, session: session))
    // 401 up to 2.7, 500 from 2.8 on.
    case 401, 500:
      tokens = nil
      return .challenge
    default: throw answer.refusal
    }
  }

  /// After a challenge: a 401 whose header names the login page.
  mutating func challenged(_ answer: GatewayAnswer) throws(SyncError) -> Step {
    let field = answer.values(of: "WWW-Authenticate").joined(separator: ", ")
    guard answer.status == 401, let start = field.range(of: "OIDC login=\"")?.upperBound else {
      throw answer.refusal
    }
    let text = field[start...].prefix { $0 != "\"" }
    guard let loginURL = URL(string: String(text)),
      let redirect = URLComponents(url: loginURL, resolvingAgainstBaseURL: false)?.queryItems?
        .first(where: { $0.name == "redirect_uri" })?.value,
      let redirectURL = URL(string: redirect)
    else { throw .malformedAnswer("the login page's address '\(text)'") }
    stateCookie = SetCookie.all(in: answer).first { $0.name == SetCookie.stateName }?.value
    return .ask(loginURL: loginURL, redirectURL: redirectURL)
  }

  /// After the login page: only a URL of the gateway's own may carry the code.
  func redirected(to url: URL) throws(SyncError) -> Step {
    guard url.isOnServer(of: database) else {
      throw .login(.elsewhere(url))
    }
    let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQuery ?? ""
    return .callback(
      query: query, cookie: stateCookie.map { "\(SetCookie.stateName)=\($0)" })
  }

  /// After the callback.
  mutating func calledBack(
    _ answer: GatewayAnswer, session: GatewaySession?
  ) throws(SyncError) -> Step {
    if answer.status == 200 { return .finished(try received(answer, session: session)) }
    let error = answer.refusal
    // What may pass by itself is tried again; everything else is the login's end.
    if error.isTransient, answer.status != 500 { throw error }
    throw .login(.refused(status: answer.status, reason: answer.reason))
  }

  /// Tokens of an answer; a refresh gives no refresh token, and the old one goes on.
  private mutating func received(
    _ answer: GatewayAnswer, session: GatewaySession?
  ) throws(SyncError) -> OpenIDTokens {
    let json = try answer.json()
    guard let idToken = json["id_token"]?.string, !idToken.isEmpty else {
      throw .malformedAnswer("a login without an ID token")
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
  /// Whether host and port are those of another address.
  func isOnServer(of other: URL) -> Bool {
    host()?.lowercased() == other.host()?.lowercased() && effectivePort == other.effectivePort
  }

  /// The port, or the scheme's own.
  fileprivate var effectivePort: Int? {
    port ?? ["http": 80, "https": 443][scheme?.lowercased() ?? ""]
  }
}
