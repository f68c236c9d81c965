import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation
import Synchronization

/// An identity provider whose responses a test scripts.
final class ScriptedProvider: Sendable {
  struct Script: Sendable {
    var discoveryStatus = 200
    /// Members of the metadata to replace; `null` removes one.
    var metadata: [String: JSONValue] = [:]
    /// The response of the token endpoint, and its status.
    var tokenStatus = 200
    var tokens: JSONObject = [:]
    var keys: [JSONWebKey] = []
  }

  /// A request to the token endpoint.
  struct TokenRequest: Sendable {
    var authorization: String?
    var form: FormFields
  }

  private struct State {
    var script = Script()
    var tokenRequests: [TokenRequest] = []
    var keySetRequests = 0
  }

  private let state: Mutex<State>
  private let listener: HTTPListener
  let issuer: String

  init() throws {
    let box = Box()
    listener = try HTTPListener { request in
      await box.provider.withLock { $0 }?.respond(to: request)
        ?? HTTPResponse(status: 503)
    }
    issuer = "http://127.0.0.1:\(listener.port)/op"
    state = Mutex(State())
    box.provider.withLock { $0 = self }
  }

  private final class Box: Sendable {
    let provider = Mutex<ScriptedProvider?>(nil)
  }

  func script(_ change: (inout Script) -> Void) { state.withLock { change(&$0.script) } }
  var tokenRequests: [TokenRequest] { state.withLock { $0.tokenRequests } }
  var keySetRequests: Int { state.withLock { $0.keySetRequests } }
  func stop() async { await listener.stop() }

  private func respond(to request: HTTPRequest) async -> HTTPResponse {
    let script = state.withLock { $0.script }
    switch request.path {
    case "/op/.well-known/openid-configuration":
      var metadata: JSONObject = [
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256"],
      ]
      for (name, value) in script.metadata {
        metadata[name] = value == .null ? JSONValue?.none : value
      }
      return json(.object(metadata), script.discoveryStatus)
    case "/op/token":
      state.withLock {
        $0.tokenRequests.append(
          TokenRequest(
            authorization: request.headers["Authorization"], form: FormFields(request.bodyText)))
      }
      return json(.object(script.tokens), script.tokenStatus)
    case "/op/keys":
      state.withLock { $0.keySetRequests += 1 }
      return json(JSONWebKeySet(script.keys).json, 200)
    default:
      return HTTPResponse(status: 404)
    }
  }

  private func json(_ value: JSONValue, _ status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], text: value.serialized())
  }

  // MARK: Tokens

  /// Created once, because generating an RSA key is slow.
  static let rsa = Result { try PrivateKey.generateRSA() }
  static let curve = Result { try PrivateKey.generate(on: .p256) }

  func publishKeys() throws {
    let keys = [
      try Self.rsa.get().publicKey.jwk(keyID: "r"), try Self.curve.get().publicKey.jwk(keyID: "e"),
    ]
    script { $0.keys = keys }
  }

  func claims(_ changes: [String: JSONValue] = [:]) -> JSONObject {
    let now = Int(ManualClock.start.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(issuer), "aud": "client", "sub": "noah", "iat": .integer(now),
      "exp": .integer(now + 3_600), "email": "noah@example.com",
    ]
    for (name, value) in changes { claims[name] = value == .null ? JSONValue?.none : value }
    return claims
  }

  func token(
    _ changes: [String: JSONValue] = [:], algorithm: SigningAlgorithm = .rs256
  ) throws -> String {
    let key = try (algorithm.curve == nil ? Self.rsa : Self.curve).get()
    let keyID = algorithm.curve == nil ? "r" : "e"
    return try JSONWebToken(
      signing: claims(changes), keyID: keyID, with: key, algorithm: algorithm
    ).compact
  }

  /// Makes the token endpoint return an ID token with these claims.
  func giveTokens(_ changes: [String: JSONValue] = [:]) throws {
    let token = try token(changes)
    script {
      $0.tokens = [
        "access_token": "at", "token_type": "Bearer", "expires_in": 60, "refresh_token": "rt",
        "id_token": .string(token),
      ]
    }
  }
}
