public import DocgenClocks
import DocgenHTTPServer

/// A provider's controls over HTTP, on a separate port, for tests in other processes.
///
/// docgen's page on the mock provider lists the requests. Each needs the token in
/// `Authorization: Bearer`, so that no other user and no web page can control the provider.
/// `issuer=/path` selects another issuer than `/`. Mistakes get a 400 response with one line of
/// text for each.
public final class ProviderControl: Sendable {
  /// The address, without a slash at the end.
  public let baseURL: String
  /// The token that requests need; random, and different each time.
  public let token: String
  private let listener: HTTPListener

  /// Opens the controls of a provider.
  ///
  /// - Parameters:
  ///   - provider: the provider.
  ///   - clock: the clock that `/clock` moves, if it can be moved.
  ///   - port: the port of 127.0.0.1, or 0 for a free one.
  /// - Throws: `HTTPListener.StartError`.
  public static func open(
    _ provider: OpenIDProvider, clock: (any MovableClock)? = nil, port: UInt16 = 0
  ) async throws -> ProviderControl {
    // Never the provider's randomness, which a test can predict.
    let token = RandomSource().hex(bytes: 16)
    let commands = ControlCommands(provider: provider, clock: clock, token: token)
    let listener = try HTTPListener(port: port, limits: .init(bodyBytes: 1 << 20)) {
      await commands.respond(to: $0)
    }
    return ProviderControl(listener, token: token)
  }

  private init(_ listener: HTTPListener, token: String) {
    self.listener = listener
    self.token = token
    baseURL = "http://127.0.0.1:\(listener.port)"
  }

  /// Closes the port; the provider continues to run.
  public func close() async { await listener.stop() }
}
