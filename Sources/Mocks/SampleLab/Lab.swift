@_exported import Foundation

#if canImport(FoundationNetworking)
  // Where URLSession lives outside Apple's systems; samples import only what a reader imports.
  @_exported import FoundationNetworking
#endif
public import Clocks
public import OpenIDProviderMock
public import SyncGatewayMock

/// A Sync Gateway and an OpenID provider of a sample's own, in its own process.
///
///     let lab = try await Lab.start()
///     let (data, _) = try await URLSession.shared.data(from: lab.gateway)
///
/// Both listen on free loopback ports, go by one clock that stands still until it is advanced,
/// and draw their tokens from seeded randomness.
public struct Lab: Sendable {
  /// The address of the gateway's public port, without a final `/`.
  public let gateway: URL
  /// The address of the gateway's admin port, without a final `/`.
  public let gatewayAdmin: URL
  /// The address of the provider, with a final `/`; the issuer at `/` is this without it.
  public let provider: URL
  /// The time both servers go by; it begins at Unix time 2,000,000,000.
  public let clock: ManualClock
  /// A client for requests that may be refused, which `URLSession` on Linux cannot wait for.
  public let http: LabHTTPClient
  /// A browser for login pages.
  public let browser: Browser
  /// The gateway itself, to seed and to inspect.
  public let gatewayMock: SyncGateway
  /// The provider itself, to script and to inspect.
  public let providerMock: OpenIDProvider

  /// Starts both servers.
  ///
  /// Configurations come from the arguments, else from the fixtures of the sample's page, else
  /// they are a gateway with a database `db` that trusts a provider which signs `alice` in.
  /// In the gateway's, `${PROVIDER}` stands for the issuer at `/`, and `${GATEWAY}` for the gateway's
  /// own public address, without the final `/`.
  ///
  /// - Parameters:
  ///   - gateway: a Sync Gateway configuration file's text.
  ///   - provider: the text of a provider configuration.
  ///   - profile: which generation of Sync Gateway to be.
  /// - Throws: when a configuration is refused or a port cannot be had.
  public static func start(
    gateway: String? = nil, provider: String? = nil, profile: Profile = .v1_5
  ) async throws -> Lab {
    let surroundings = try LabSurroundings(environment: ProcessInfo.processInfo.environment)
    return try await start(
      gateway: gateway ?? surroundings.fixture("gateway") ?? LabDefaults.gateway,
      provider: provider ?? surroundings.fixture("provider") ?? LabDefaults.provider,
      profile: profile, surroundings: surroundings)
  }
}
