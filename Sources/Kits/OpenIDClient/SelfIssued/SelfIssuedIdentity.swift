public import Clocks
public import Foundation
public import HTTPClient
import JOSE
public import JSON

/// An OpenID provider of one person, on their own phone.
///
/// A site's login link opens the app with an address of the scheme `openid`; the app fetches the
/// request file that the link names, asks the person, and sends them back with three tokens. Each
/// site sees a key of its own, so two sites cannot compare whom they know.
public actor SelfIssuedIdentity {
  private let claims: JSONObject
  private let transport: any HTTPTransport
  private let clock: any WallClock
  private let random: RandomSource
  private let allowsPlainHTTP: Bool
  private let keptKeys: [String: String]
  private var keys: [String: PrivateKey] = [:]

  /// Which claims a scope asks for (OpenID Connect Core 5.4).
  private static let claimsOfScope: [String: [String]] = [
    "profile": [
      "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username",
      "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
    ],
    "email": ["email", "email_verified"], "address": ["address"],
    "phone": ["phone_number", "phone_number_verified"],
  ]

  /// A person's own provider.
  ///
  /// - Parameters:
  ///   - claims: what the person may tell about themselves.
  ///   - keptKeys: what `keysToKeep` gave when the app ran last. To a site without its key the person is
  ///     somebody new.
  ///   - allowsPlainHTTP: whether request files may come without TLS, which leaves the client
  ///     unknown; for samples on loopback only.
  ///   - transport: what fetches request files; it must check certificates.
  ///   - clock: the time that tokens go by.
  ///   - random: where access tokens come from.
  public init(
    claims: JSONObject, keptKeys: [String: String] = [:], allowsPlainHTTP: Bool = false,
    transport: any HTTPTransport = DefaultTransport(), clock: any WallClock = SystemClock(),
    random: RandomSource = RandomSource()
  ) {
    self.claims = claims
    self.keptKeys = keptKeys
    self.allowsPlainHTTP = allowsPlainHTTP
    self.transport = transport
    self.clock = clock
    self.random = random
  }

  /// The keys of all sites as PEM text, by the site's address: whoever has them is the person, so keep
  /// them in the Keychain, or in a file that nobody else can read.
  ///
  /// - Throws: `ClientError.configuration` when libcrypto cannot write one.
  public func keysToKeep() throws(ClientError) -> [String: String] {
    do {
      return try keys.mapValues { try $0.pem() }.merging(keptKeys) { new, _ in new }
    } catch {
      throw .configuration("a key could not be written: \(error)")
    }
  }

  /// What a site asks for, to show to the person.
  ///
  /// - Throws: `ClientError.malformedAnswer`, `.transport`, `.status`; `.configuration` for a file
  ///   without TLS.
  public func request(from link: URL) async throws(ClientError) -> SelfIssuedRequest {
    let url = try SelfIssuedRequest.file(namedBy: link)
    guard url.scheme?.lowercased() == "https" || allowsPlainHTTP else {
      throw .configuration("a request file without TLS does not say who the client is")
    }
    let answer: TransportResponse
    do {
      answer = try await transport.send(TransportRequest(url: url, bodyLimit: 1 << 16))
    } catch {
      throw .transport(error)
    }
    guard answer.status == 200 else { throw .status(.requestFile, answer.status) }
    return try SelfIssuedRequest(file: answer.body, from: url)
  }

  /// The address that tells a site who the person is: three tokens in the fragment.
  ///
  /// `id_token` has the site's key as `iss` and as `user_id`, the base64url of its JWK; being equal
  /// they say that the identity is self-issued. `userinfo_token` has the claims of the scopes.
  ///
  /// - Throws: `ClientError.configuration` when libcrypto cannot make a key, or read a kept one.
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
      return try answer(
        to: request,
        [
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

  /// The address that tells a site that the person does not want to say who they are.
  ///
  /// - Throws: `ClientError.configuration` for a redirect address that takes no fragment.
  public func deny(_ request: SelfIssuedRequest) throws(ClientError) -> URL {
    try answer(to: request, [("error", "access_denied")])
  }

  private func key(for client: URL) throws(JOSEError) -> PrivateKey {
    let name = client.absoluteString
    if let key = keys[name] { return key }
    let key =
      if let kept = keptKeys[name] {
        try PrivateKey(pem: kept)
      } else {
        try PrivateKey.generate(on: .p256)
      }
    keys[name] = key
    return key
  }

  private func answer(
    to request: SelfIssuedRequest, _ pairs: [(name: String, value: String)]
  ) throws(ClientError) -> URL {
    let pairs = pairs + (request.state.map { [("state", $0)] } ?? [])
    let text = request.redirectURI.absoluteString + "#" + FormParameters(pairs).encoded
    guard let url = URL(string: text) else {
      throw .configuration("the redirect address takes no fragment")
    }
    return url
  }
}
