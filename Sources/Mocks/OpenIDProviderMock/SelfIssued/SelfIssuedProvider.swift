public import DocgenClocks
public import DocgenHTTPClient
public import DocgenJOSE
public import DocgenJSON
import Foundation

/// An OpenID provider on a phone: without registration and without a server, and with a separate
/// key for each client.
///
///     let phone = SelfIssuedProvider(claims: ["name": "Alice"], clock: clock, random: random)
///     let request = try await phone.request(from: link)   // what the phone shows
///     let response = try await phone.approve(request)       // where the browser goes next
///
/// The link determines the version of the protocol: see `Request.Shape`. Tokens are valid for ten
/// minutes.
public actor SelfIssuedProvider {
  private let claims: JSONObject
  private let clock: any WallClock
  private let random: RandomSource
  private let transport: any HTTPTransport
  private let claimedAddresses: [String]
  /// The keys by `client_id`.
  private var keys: [String: PrivateKey] = [:]

  /// Creates a phone.
  ///
  /// - Parameters:
  ///   - claims: the owner's claims, by the names of OpenID Connect Core 5.1.
  ///   - clock: the time of tokens.
  ///   - random: the source of access tokens.
  ///   - transport: fetches request files; it must verify certificates.
  ///   - claimedAddresses: prefixes of `https:` links that open this app instead of a browser.
  public init(
    claims: JSONObject, clock: any WallClock, random: RandomSource,
    transport: any HTTPTransport = DefaultTransport(), claimedAddresses: [String] = []
  ) {
    self.claims = claims
    self.clock = clock
    self.random = random
    self.transport = transport
    self.claimedAddresses = claimedAddresses
  }

  /// Parses a link that has opened the phone's app, and fetches the request file if the link names
  /// one.
  ///
  /// - Throws: `SelfIssuedError`, which contains the response to the client if there is one.
  public func request(from link: String) async throws(SelfIssuedError) -> Request {
    let link = try SelfIssuedLink(link, claimedAddresses: claimedAddresses)
    guard let address = link.parameters["request_uri"] else {
      return try SelfIssuedRequest(plain: link)
    }
    guard let url = URL(string: address), let host = SelfIssuedRequest.host(of: address) else {
      throw .shown("'request_uri' is not an https address")
    }
    let file: TransportResponse
    do {
      file = try await transport.send(
        TransportRequest(url: url, timeout: .seconds(10), bodyLimit: 1 << 16))
    } catch {
      throw .fetch(error)
    }
    guard link.isSecondVersion else { return try SelfIssuedRequest(file: file, from: host) }
    return try SelfIssuedRequest(object: file, from: host, of: link, at: clock.now)
  }

  /// Returns the response when the owner agrees.
  ///
  /// - Throws: `JOSEError` when libcrypto can't create a key.
  public func approve(_ request: Request) throws -> SelfIssuedResponse {
    let key = try key(for: request.clientID)
    let moment = Int(clock.now.timeIntervalSince1970.rounded(.down))
    let tokens = SelfIssuedTokens(
      request: request, claims: claims, key: key, issued: moment)
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

  /// Returns the response when the owner refuses.
  public func deny(_ request: Request) -> SelfIssuedResponse {
    // SIOP v2 has a separate error code for this.
    let code = request.shape == .secondVersion ? "user_cancelled" : "access_denied"
    return SelfIssuedResponse(to: request, parameters: [("error", code)])
  }

  /// Returns the public key that identifies the owner to a client; `nil` before the first approval.
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
