public import DocgenClocks
public import DocgenHTTPClient
import DocgenJOSE
public import DocgenJSON
public import Foundation

/// A self-issued OpenID provider: the user's own phone.
///
/// A site's login link opens the app with a URL of the scheme `openid`. The app fetches the request
/// file that the link names, asks the user, and sends the user back with three tokens. Each site
/// gets a separate key, so two sites can't find out that they have a user in common.
public actor SelfIssuedIdentity {
  private let claims: JSONObject
  private let transport: any HTTPTransport
  private let clock: any WallClock
  private let random: RandomSource
  private let keptKeys: [String: String]
  private var keys: [String: PrivateKey] = [:]

  /// The claims that each scope requests (OpenID Connect Core 5.4).
  private static let claimsOfScope: [String: [String]] = [
    "profile": [
      "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username",
      "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
    ],
    "email": ["email", "email_verified"], "address": ["address"],
    "phone": ["phone_number", "phone_number_verified"],
  ]

  /// Creates the provider of one user.
  ///
  /// - Parameters:
  ///   - claims: the claims that the user is willing to share.
  ///   - keptKeys: the value of `keysToStore` from the app's last run. A site whose key is missing
  ///     sees a new user.
  ///   - transport: fetches request files; it must verify certificates.
  ///   - clock: the clock for the tokens' times.
  ///   - random: the source of access tokens.
  public init(
    claims: JSONObject, keptKeys: [String: String] = [:],
    transport: any HTTPTransport = DefaultTransport(), clock: any WallClock = SystemClock(),
    random: RandomSource = RandomSource()
  ) {
    self.claims = claims
    self.keptKeys = keptKeys
    self.transport = transport
    self.clock = clock
    self.random = random
  }

  /// Returns the keys of all sites as PEM text, by the site's URL.
  ///
  /// Anyone who has the keys can pose as the user. Store them in the Keychain, or in a file that
  /// only the app can read.
  ///
  /// - Throws: `ClientError.configuration` when libcrypto can't encode a key.
  public func keysToStore() throws(ClientError) -> [String: String] {
    do {
      return try keys.mapValues { try $0.pem() }.merging(keptKeys) { new, _ in new }
    } catch {
      throw .configuration("a key could not be written: \(error)")
    }
  }

  /// Fetches a site's request, to show it to the user.
  ///
  /// A file on this machine may come without TLS; then nothing identifies the site.
  ///
  /// - Throws: `ClientError.malformedResponse`, `.transport`, `.status`; `.configuration` for a
  ///   file without TLS, unless it is on this machine.
  public func request(from link: URL) async throws(ClientError) -> SelfIssuedRequest {
    let url = try SelfIssuedRequest.file(namedBy: link)
    guard url.isHTTPS || url.isLoopbackHTTP else {
      throw .configuration("a request file without TLS does not say who the client is")
    }
    let response: TransportResponse
    do {
      response = try await transport.send(TransportRequest(url: url, bodyLimit: 1 << 16))
    } catch {
      throw .transport(error)
    }
    guard response.status == 200 else { throw .status(.requestFile, response.status) }
    return try SelfIssuedRequest(file: response.body, from: url)
  }

  /// Returns the URL that identifies the user to a site: three tokens in the fragment.
  ///
  /// In `id_token`, `iss` and `user_id` are both the site's key, the base64url of its JWK; their
  /// equality marks the identity as self-issued. `userinfo_token` has the claims of the scopes.
  ///
  /// - Throws: `ClientError.configuration` when libcrypto can't generate a key, or read a stored
  ///   one.
  public func approve(_ request: SelfIssuedRequest) throws(ClientError) -> URL {
    let now = Int(clock.now.timeIntervalSince1970)
    do {
      let key = try key(for: request.clientID)
      let identity = Base64URL.encode(
        key.publicKey.jwk().json.serialized(sortedKeys: true).utf8)
      let idToken: JSONObject = [
        "iss": .string(identity), "user_id": .string(identity),
        "aud": .string(request.clientID.absoluteString), "nonce": .string(request.nonce),
        "iat": .integer(now), "exp": .integer(now + 600),
      ]
      var userInfo: JSONObject = ["user_id": .string(identity)]
      for name in request.scope.flatMap({ Self.claimsOfScope[$0] ?? [] }) {
        userInfo[name] = claims[name]
      }
      return try response(
        to: request,
        pairs: [
          ("access_token", Base64URL.encode(random.bytes(32))), ("token_type", "Bearer"),
          ("id_token", JSONWebToken(signing: idToken, with: key, algorithm: .es256).compact),
          ("userinfo_token", JSONWebToken(signing: userInfo, with: key, algorithm: .es256).compact),
        ])
    } catch let error as ClientError {
      throw error
    } catch {
      throw .configuration("no token could be signed: \(error)")
    }
  }

  /// Returns the URL that reports to a site that the user denied the request.
  ///
  /// - Throws: `ClientError.configuration` for a redirect URI that can't have a fragment.
  public func deny(_ request: SelfIssuedRequest) throws(ClientError) -> URL {
    try response(to: request, pairs: [("error", "access_denied")])
  }

  private func key(for client: URL) throws(JOSEError) -> PrivateKey {
    let name = client.absoluteString
    if let key = keys[name] { return key }
    let key =
      if let pem = keptKeys[name] {
        try PrivateKey(pem: pem)
      } else {
        try PrivateKey.generate(on: .p256)
      }
    keys[name] = key
    return key
  }

  private func response(
    to request: SelfIssuedRequest, pairs: [(name: String, value: String)]
  ) throws(ClientError) -> URL {
    let pairs = pairs + (request.state.map { [("state", $0)] } ?? [])
    let text = request.redirectURI.absoluteString + "#" + FormParameters(pairs).encoded
    guard let url = URL(string: text) else {
      throw .configuration("the redirect address takes no fragment")
    }
    return url
  }
}
