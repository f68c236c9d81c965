import JOSE
import JSON
import OpenIDProviderMock

/// A whole login of four requests, as a person and a client go through it.
///
/// The form, the password, the code for tokens, userinfo.
struct CodeFlow {
  /// How many requests there are in it.
  static let requests = 4

  /// What most clients are registered for.
  static let algorithms: [ClientRegistration.TokenAlgorithm] = [.rs256, .es256, .ps256]

  private static let redirectURI = "https://app.example/cb"
  // RFC 7636 appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  /// One client for each algorithm, one user with a password.
  static var configuration: ProviderConfiguration {
    let clients = Self.algorithms.map { algorithm in
      ClientRegistration(
        clientID: algorithm.rawValue, redirectURIs: [redirectURI], idTokenAlgorithm: algorithm)
    }
    let user = User(username: "alice", password: "wonder", claims: ["email": "alice@example.com"])
    return ProviderConfiguration(
      issuers: ["/": IssuerConfiguration(login: .form, clients: clients, users: [user])])
  }

  /// Logs in once.
  ///
  /// - Throws: `BenchFailure` when any of the four answers is not the right one.
  static func run(_ client: LoopbackClient, as clientID: String) throws {
    func ask(_ request: [UInt8], for start: String, before end: String) throws -> String {
      let status = try client.ask(request)
      guard let text = client.text(after: start, before: end) else {
        throw BenchFailure(description: "an answer of status \(status) has no \(start)")
      }
      return text
    }
    func form(_ path: String, _ body: String) -> [UInt8] {
      LoopbackClient.request(
        "POST", path, body: body, of: "application/x-www-form-urlencoded")
    }
    let page = LoopbackClient.request(
      "GET",
      "/authorize?client_id=\(clientID)&response_type=code&scope=openid%20email&state=s&nonce=n"
        + "&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&code_challenge=\(challenge)"
        + "&code_challenge_method=S256")
    let transaction = try ask(page, for: "name=\"transaction\" value=\"", before: "\"")
    let login = form(
      "/login", "transaction=\(transaction)&username=alice&password=wonder&action=allow")
    let code = try ask(login, for: "?code=", before: "&")
    let exchange = form(
      "/token",
      "grant_type=authorization_code&client_id=\(clientID)&code=\(code)"
        + "&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&code_verifier=\(verifier)")
    let access = try ask(exchange, for: "\"access_token\":\"", before: "\"")
    guard client.text(after: "\"id_token\":\"", before: "\"") != nil else {
      throw BenchFailure(description: "there is no ID token")
    }
    let user = LoopbackClient.request(
      "GET", "/userinfo", headers: ["Authorization: Bearer \(access)"])
    _ = try ask(user, for: "\"email\":\"", before: "\"")
  }
}
