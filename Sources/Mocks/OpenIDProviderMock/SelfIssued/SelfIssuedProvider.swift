public import Clocks
import Foundation
public import JOSE
public import JSON
public import TLS

/// An OpenID provider on a phone: nobody registers with it, it has no server, and each client gets a
/// key of its own.
///
///     let phone = SelfIssuedProvider(claims: ["name": "Alice"], clock: clock, random: random)
///     let request = try await phone.request(from: link)   // what the phone shows
///     let answer = try await phone.approve(request)       // where the browser goes next
///
/// It answers in three shapes, which the link chooses: see `SelfIssuedRequest.Shape`.
public actor SelfIssuedProvider {
  private let claims: JSONObject
  private let clock: any WallClock
  private let random: RandomSource
  private let client: HTTPSClient
  private let claimedAddresses: [String]
  /// For how many seconds its tokens are good.
  private let lifetime: Int
  /// The keys by `client_id`.
  private var keys: [String: PrivateKey] = [:]

  /// A phone.
  ///
  /// - Parameters:
  ///   - claims: what its owner tells, by the names of OpenID Connect Core 5.1.
  ///   - clock: the time of tokens, and when certificates must be valid.
  ///   - random: the source of access tokens.
  ///   - roots: the certificates that request files are fetched with trust in, as PEM texts; `nil`
  ///     for those of the system.
  ///   - limits: bounds on what a client's server may do to the phone.
  ///   - claimedAddresses: beginnings of `https:` links that open this app instead of a browser.
  ///   - lifetime: for how many seconds its tokens are good.
  public init(
    claims: JSONObject, clock: any WallClock, random: RandomSource, trusting roots: [String]? = nil,
    limits: HTTPSClient.Limits = HTTPSClient.Limits(), claimedAddresses: [String] = [],
    lifetime: Int = 600
  ) {
    self.claims = claims
    self.clock = clock
    self.random = random
    client = HTTPSClient(trusting: roots, limits: limits) { seconds in
      try await clock.sleep(until: clock.now + seconds)
    }
    self.claimedAddresses = claimedAddresses
    self.lifetime = lifetime
  }

  /// Reads a link that has opened the phone's app, and fetches the request file if it names one.
  ///
  /// - Throws: `SelfIssuedError`; what may be told to the client is in it as an answer.
  public func request(from link: String) async throws(SelfIssuedError) -> SelfIssuedRequest {
    let link = try SelfIssuedLink(link, claimedAddresses: claimedAddresses)
    guard let address = link.parameters["request_uri"] else {
      return try SelfIssuedRequest(plain: link)
    }
    let file: HTTPSClient.Answer
    do throws(TLSError) {
      file = try await client.get(address, at: clock.now)
    } catch {
      throw .fetch(error)
    }
    guard link.isSecondVersion else {
      return try SelfIssuedRequest(file: file, fetchedFrom: address)
    }
    return try SelfIssuedRequest(object: file, of: link, at: clock.now)
  }

  /// The owner agrees.
  ///
  /// - Throws: `JOSEError` when libcrypto cannot make a key.
  public func approve(_ request: SelfIssuedRequest) throws -> SelfIssuedResponse {
    let key = try key(for: request.clientID)
    let moment = Int(clock.now.timeIntervalSince1970.rounded(.down))
    let tokens = SelfIssuedTokens(
      request: request, claims: claims, key: key, issued: moment, lifetime: lifetime)
    var parameters: [(name: String, value: String)] = []
    if request.shape == .byReference {
      parameters.append(("access_token", Base64URL.encode(random.bytes(32))))
    }
    parameters.append(("id_token", try tokens.idToken()))
    if request.shape == .byReference {
      parameters.append(("userinfo_token", try tokens.userInfoToken()))
    }
    return SelfIssuedResponse(to: request, parameters: parameters)
  }

  /// The owner refuses.
  public func deny(_ request: SelfIssuedRequest) -> SelfIssuedResponse {
    // SIOP v2 has an error of its own for it.
    let code = request.shape == .secondVersion ? "user_cancelled" : "access_denied"
    return SelfIssuedResponse(to: request, parameters: [("error", code)])
  }

  /// The public key that a client knows the owner by; `nil` before the first approval.
  public func publicKey(for clientID: String) -> JSONWebKey? {
    keys[clientID]?.publicKey.jwk()
  }

  private func key(for clientID: String) throws -> PrivateKey {
    if let key = keys[clientID] { return key }
    let key = try PrivateKey.generate(on: .p256)
    keys[clientID] = key
    return key
  }
}
