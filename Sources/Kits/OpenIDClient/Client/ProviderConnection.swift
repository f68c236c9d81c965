import DocgenClocks
import DocgenHTTPClient
import DocgenJOSE
import DocgenJSON
import Foundation

/// The connection to one provider: its metadata and keys, and requests to it.
actor ProviderConnection {
  private let source: ProviderSource
  private let settings: ClientSettings
  private let transport: any HTTPTransport
  private let clock: any WallClock

  private var discovered: (metadata: ProviderMetadata, at: Date)?
  private var discovery: Task<Result<ProviderMetadata, ClientError>, Never>?
  private var keys: JSONWebKeySet?

  /// One day: providers rarely move, but a client may live for weeks.
  private static let metadataLifetime: TimeInterval = 86_400

  init(
    _ source: ProviderSource, settings: ClientSettings, transport: any HTTPTransport,
    clock: any WallClock
  ) {
    self.source = source
    self.settings = settings
    self.transport = transport
    self.clock = clock
  }

  /// Returns the provider's metadata; concurrent callers share one request.
  func metadata() async throws(ClientError) -> ProviderMetadata {
    switch source {
    case .known(let metadata):
      if let name = metadata.insecureEndpoint {
        throw .configuration("the provider's '\(name)' is not an https address")
      }
      return metadata
    case .discovered(let issuer):
      if let discovered, clock.now < discovered.at + Self.metadataLifetime {
        return discovered.metadata
      }
      // A separate task: cancelling one caller must not cancel the request for the others.
      let task = discovery ?? Task { await self.discover(issuer) }
      discovery = task
      return try await task.value.get()
    }
  }

  private func discover(_ issuer: String) async -> Result<ProviderMetadata, ClientError> {
    defer { discovery = nil }
    do throws(ClientError) {
      let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
      guard let url = URL(string: base + "/.well-known/openid-configuration") else {
        throw .configuration("the issuer '\(issuer)' is not an address")
      }
      guard url.isHTTPS || url.isLoopbackHTTP else {
        throw .configuration("the issuer '\(issuer)' is not an https address")
      }
      let metadata = try ProviderMetadata(
        document: try await json(from: url, source: .discovery), of: issuer)
      discovered = (metadata, clock.now)
      return .success(metadata)
    } catch .status(_, 404) {
      return .failure(
        .configuration(
          "there is no '/.well-known/openid-configuration' below the issuer '\(issuer)'"))
    } catch {
      return .failure(error)
    }
  }

  /// Validates an ID token.
  ///
  /// Fetches the keys if there are none, and once more if the token's key isn't among them (OpenID
  /// Connect Core 10.1.1).
  func validated(
    _ compact: String, from metadata: ProviderMetadata,
    expectations: IDTokenValidator.Expectations, now: Date
  ) async throws(ClientError) -> IDToken {
    guard let issuer = metadata.issuer, let endpoint = metadata.keysEndpoint else {
      throw .configuration(ProviderMetadata.cannotValidate)
    }
    var validator = IDTokenValidator(issuer: issuer, clientID: settings.clientID)
    validator.leeway = settings.leeway
    validator.issuedAtWindow = settings.issuedAtWindow
    if let age = settings.parameters["max_age"].flatMap({ Int($0) }) {
      validator.maximumAge = .seconds(age)
    }
    let cachedKeys = keys
    var current: JSONWebKeySet
    if let cachedKeys { current = cachedKeys } else { current = try await fetchKeys(endpoint) }
    do throws(IDTokenProblem) {
      return try validator.validate(
        compact, keys: current, expectations: expectations, now: now)
    } catch {
      // A new key under an old name looks like a forged signature; the current keys decide.
      guard cachedKeys != nil, error == .unknownKey || error == .signature else {
        throw .idToken(error)
      }
    }
    current = try await fetchKeys(endpoint)
    do throws(IDTokenProblem) {
      return try validator.validate(
        compact, keys: current, expectations: expectations, now: now)
    } catch {
      throw .idToken(error)
    }
  }

  private func fetchKeys(_ endpoint: URL) async throws(ClientError) -> JSONWebKeySet {
    let document = try await json(from: endpoint, source: .keys)
    do {
      let set = try JSONWebKeySet(json: document)
      keys = set
      return set
    } catch {
      throw .malformedResponse(.keys, "\(error)")
    }
  }

  /// Returns how many seconds the device's clock is behind the provider's `Date` header; `nil` when
  /// the provider can't be reached or sends no date.
  func clockLag(from metadata: ProviderMetadata) async -> TimeInterval? {
    guard let endpoint = metadata.keysEndpoint else { return nil }
    let request = TransportRequest(url: endpoint, timeout: settings.timeout, bodyLimit: 1 << 20)
    guard let response = try? await send(request) else { return nil }
    return response.date.map { $0.timeIntervalSince(clock.now) }
  }

  /// Returns the JSON object at a URL.
  func json(
    from url: URL, source: ClientError.Source, bearer: String? = nil
  ) async throws(ClientError) -> JSONValue {
    var request = TransportRequest(url: url, timeout: settings.timeout, bodyLimit: 1 << 20)
    request.headers["Accept"] = "application/json"
    if let bearer { request.headers["Authorization"] = "Bearer \(bearer)" }
    let response = try await send(request)
    guard response.isSuccess else { throw .status(source, response.status) }
    guard let json = try? JSONParser.parse(response.body), json.object != nil else {
      throw .malformedResponse(source, "it is not a JSON object")
    }
    return json
  }

  func send(_ request: TransportRequest) async throws(ClientError) -> TransportResponse {
    do {
      return try await transport.send(request)
    } catch {
      throw .transport(error)
    }
  }
}
