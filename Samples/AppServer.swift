// title: An app server
// summary: Verifies an ID token, creates the user, and returns a session.
// tags: server, gateway

import DocgenHTTPServer
import DocgenJOSE
import Foundation
import SampleLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reasons to refuse an ID token.
enum TokenProblem: String, Error {
  case malformed, signature, issuer, audience, expired
}

/// Verifies the ID tokens of one provider for one client.
struct Verifier: Sendable {
  let issuer: String
  let audience: String
  let keys: JSONWebKeySet
  let now: @Sendable () -> Date

  /// Returns the user's ID at the provider.
  func subject(of text: String) throws(TokenProblem) -> String {
    guard let token = try? JSONWebToken(decoding: text) else { throw .malformed }
    guard (try? token.verify(with: keys, allowing: [.rs256])) != nil else {
      throw .signature
    }
    guard token.claims["iss"]?.string == issuer else { throw .issuer }
    // One audience, or a list of them.
    let audiences = token.claims["aud"]
    guard
      audiences?.string == audience
        || audiences?.array?.contains(.string(audience)) == true
    else { throw .audience }
    let expiry = token.claims["exp"]?.double ?? 0
    guard now().timeIntervalSince1970 < expiry else { throw .expired }
    guard let subject = token.claims["sub"]?.string else { throw .malformed }
    return subject
  }
}

/// A gateway's response that isn't what the server expected.
struct GatewayError: Error {
  let status: Int
}

/// The gateway's admin API; only this server can reach it.
struct GatewayAdmin: Sendable {
  let database: URL

  /// The user's name at the gateway, which allows few other characters.
  static func userName(for subject: String) throws -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-.@"))
    guard let name = subject.addingPercentEncoding(withAllowedCharacters: allowed)
    else { throw TokenProblem.malformed }
    return "company-\(name)"
  }

  func openSession(for name: String) async throws -> Data {
    let user = ["name": name, "password": UUID().uuidString]
    let (_, created) = try await post(user, to: "_user/")
    // 409: the user exists already.
    guard created == 201 || created == 409 else {
      throw GatewayError(status: created)
    }
    let (session, status) = try await post(["name": name], to: "_session")
    guard status == 200 else { throw GatewayError(status: status) }
    return session
  }

  private func post(
    _ body: [String: String], to path: String
  ) async throws -> (Data, Int) {
    var request = URLRequest(url: database.appending(path: path))
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSession.shared.data(for: request)
    return (data, (response as! HTTPURLResponse).statusCode)
  }
}

/// Answers `POST /sign_in` with an ID token in the body.
@Sendable func answer(
  _ request: HTTPRequest, _ verifier: Verifier, _ admin: GatewayAdmin
) async -> HTTPResponse {
  guard request.method == "POST", request.path == "/sign_in" else {
    return HTTPResponse(status: 404)
  }
  do {
    let subject = try verifier.subject(of: request.bodyText)
    let name = try GatewayAdmin.userName(for: subject)
    let session = try await admin.openSession(for: name)
    return HTTPResponse(status: 200, body: Array(session))
  } catch let problem as TokenProblem {
    return HTTPResponse(status: 401, text: problem.rawValue)
  } catch {
    print("sign-in failed: \(error)")
    return HTTPResponse(status: 502)
  }
}

// The mocks, the server on a free port, and an app that signs in.

let lab = try await Lab.start(
  gateway: #"{"databases": {"travel": {}}}"#,
  provider: """
    {"issuers": {"/": {
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]},
        {"client_id": "quiz", "redirect_uris": ["com.example.quiz:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "auth0|4711"}}]}}}
    """)
let keysURL = lab.provider.appending(path: "jwks")
let (keys, _) = try await URLSession.shared.data(from: keysURL)
let verifier = Verifier(
  issuer: lab.providerMock.issuer(), audience: "travel",
  keys: try JSONWebKeySet(parsing: String(decoding: keys, as: UTF8.self)),
  now: { lab.clock.now })
let admin = GatewayAdmin(database: lab.gatewayAdmin.appending(path: "travel"))
let server = try HTTPListener { await answer($0, verifier, admin) }

func signIn(with idToken: String) async throws {
  var request = URLRequest(
    url: URL(string: "http://127.0.0.1:\(server.port)/sign_in")!)
  request.httpMethod = "POST"
  request.httpBody = Data(idToken.utf8)
  let (data, response) = try await URLSession.shared.data(for: request)
  let status = (response as! HTTPURLResponse).statusCode
  let text = String(decoding: data, as: UTF8.self)
  print(status, status == 200 ? "a session" : text)
}

let provider = lab.providerMock
for _ in 1...2 {
  try await signIn(with: provider.idToken(for: "alice", client: "travel"))
}
try await signIn(with: provider.idToken(for: "alice", client: "quiz"))
try await signIn(with: "Alice")
print("users:", try await lab.gatewayMock.users(in: "travel").map(\.name))
await server.stop()
