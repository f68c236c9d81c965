public import Clocks
public import HTTPServer

/// An OpenID Provider for tests and samples: real HTTP on loopback, inside this very process.
///
/// Its time and randomness are the caller's, its signing keys are published with its source. It is
/// strict wherever the standards are, so that a client that works with it works elsewhere.
public final class OpenIDProvider: Sendable {
  /// The address that all issuers lie under, without a slash at the end:
  /// `http://127.0.0.1:49152`.
  public let baseURL: String

  let state: ProviderState
  private let listener: HTTPListener

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - configuration: the issuers.
  ///   - clock: the time of all codes, tokens and `Date` headers.
  ///   - random: what codes, tokens and session ids are drawn from.
  ///   - port: the port, or 0 for a free one.
  ///   - host: a numeric address.
  ///   - tls: with a certificate all addresses are `https:`.
  ///   - recorder: records every request and response.
  ///   - onRequest: is told of every request once its answer is known.
  /// - Throws: `HTTPListener.StartError` when the port cannot be had, `ProviderError` for an
  ///   issuer path that is none, `JOSEError` when libcrypto cannot read the keys.
  public static func start(
    configuration: ProviderConfiguration, clock: any WallClock, random: RandomSource,
    port: UInt16 = 0, host: String = "127.0.0.1", tls: HTTPListener.Certificate? = nil,
    recorder: (any HTTPRecorder)? = nil,
    onRequest: (@Sendable (LoggedRequest) -> Void)? = nil
  ) async throws -> OpenIDProvider {
    for path in configuration.issuers.keys {
      if let problem = ProviderConfiguration.problem(ofPath: path) {
        throw ProviderError.invalidIssuerPath(problem)
      }
    }
    let state = ProviderState(clock: clock, onRequest: onRequest)
    let limits = HTTPListener.Limits(bodyBytes: 1 << 20)
    let listener = try HTTPListener(
      host: host, port: port, limits: limits, tls: tls, recorder: recorder
    ) {
      await state.answer($0)
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

  /// The issuer identifier of a path, as it stands in `iss` and in the discovery document.
  public func issuer(_ path: String = "/") -> String {
    path == "/" ? baseURL : baseURL + path
  }

  /// Ends the requests under way and closes the port.
  public func stop() async { await listener.stop() }
}
