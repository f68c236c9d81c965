public import DocgenClocks
public import DocgenHTTPServer

/// An OpenID Provider for tests and samples: real HTTP on loopback, inside the same process.
///
/// The caller passes in time and randomness; the signing keys are published in the source. The
/// provider is as strict as the standards, so that a client that works with it works elsewhere.
public final class OpenIDProvider: Sendable {
  /// The address that all issuers' paths are relative to, without a slash at the end:
  /// `http://127.0.0.1:49152`.
  public let baseURL: String

  let state: ProviderState
  private let listener: HTTPListener

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - configuration: the issuers.
  ///   - clock: the time of all codes, tokens and `Date` headers.
  ///   - random: the source of codes, tokens and session ids.
  ///   - port: the port, or 0 for a free one.
  ///   - host: a numeric address.
  ///   - tls: the certificate; with one, all addresses are `https:`.
  ///   - recorder: records every request and response.
  ///   - onRequest: called for every request once its response is known.
  /// - Throws: `HTTPListener.StartError` when the port isn't free, `ProviderError` for an invalid
  ///   issuer path, `JOSEError` when libcrypto can't read the keys.
  public static func start(
    configuration: ProviderConfiguration, clock: any WallClock = SystemClock(),
    random: RandomSource = RandomSource(), port: UInt16 = 0, host: String = "127.0.0.1",
    tls: HTTPListener.Certificate? = nil,
    recorder: (any HTTPRecorder)? = nil,
    onRequest: (@Sendable (LoggedRequest) -> Void)? = nil
  ) async throws -> OpenIDProvider {
    for path in configuration.issuers.keys {
      if let problem = ProviderConfiguration.problem(ofPath: path) {
        throw ProviderError.invalidIssuerPath(problem)
      }
    }
    let state = ProviderState(clock: clock, onRequest: onRequest)
    // All requests wait for each other, so none may take long: forms and registrations are small.
    let limits = HTTPListener.Limits(bodyBytes: 1 << 16)
    let listener = try HTTPListener(
      host: host, port: port, limits: limits, tls: tls, recorder: recorder
    ) {
      await state.respond(to: $0)
    }
    let name = host.contains(":") ? "[\(host)]" : host
    let baseURL = "\(tls == nil ? "http" : "https")://\(name):\(listener.port)"
    do {
      try await state.open(
        configuration.issuers,
        origin: ProviderState.Origin(
          baseURL: baseURL, random: random, checksHost: host != "0.0.0.0" && host != "::"))
    } catch {
      await listener.stop()
      throw error
    }
    return OpenIDProvider(baseURL: baseURL, state: state, listener: listener)
  }

  private init(baseURL: String, state: ProviderState, listener: HTTPListener) {
    self.baseURL = baseURL
    self.state = state
    self.listener = listener
  }

  /// Returns the issuer identifier of a path, as in `iss` and in the discovery document.
  public func issuer(_ path: String = "/") -> String {
    path == "/" ? baseURL : baseURL + path
  }

  /// Cancels the requests in progress and closes the port.
  public func stop() async { await listener.stop() }
}
