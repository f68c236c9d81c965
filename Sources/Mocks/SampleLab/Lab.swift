@_exported import Foundation

#if canImport(FoundationNetworking)
  // Contains URLSession outside Apple's systems; samples import only what a reader's app imports.
  @_exported import FoundationNetworking
#endif
public import DocgenClocks
public import OpenIDProviderMock
public import SyncGatewayMock

/// A Sync Gateway and an OpenID provider for one sample, in the sample's process.
///
///     let lab = try await Lab.start()
///     let (data, _) = try await URLSession.shared.data(from: lab.gateway)
///
/// Both listen on free loopback ports, share a clock that moves only when it is advanced, and
/// generate their tokens from seeded randomness.
///
/// ```swift runnable
/// let lab = try await Lab.start()
/// let (_, response) = try await lab.http.data(from: lab.gateway)
/// print(response.statusCode)
/// ```
///
/// ```output
/// 200
/// ```
public struct Lab: Sendable {
  /// The address of the gateway's public port, without a final `/`.
  public let gateway: URL
  /// The address of the gateway's admin port, without a final `/`.
  public let gatewayAdmin: URL
  /// The address of the provider, with a final `/`.
  ///
  /// The issuer at `/` has the same address without it.
  public let provider: URL
  /// The clock of both servers; it starts at Unix time 2,000,000,000.
  public let clock: ManualClock
  /// A client for requests that may be refused, which `URLSession` on Linux can't complete.
  public let http: LabHTTPClient
  /// A browser for login pages.
  public let browser: Browser
  /// The gateway, to add data and to inspect it.
  public let gatewayMock: SyncGateway
  /// The provider, to script users and to inspect it.
  public let providerMock: OpenIDProvider

  /// Starts both servers.
  ///
  /// A configuration comes from the argument, or else from the fixture of the sample's page. By
  /// default the gateway has a database `db` that trusts the provider, and the provider signs
  /// `alice` in. In the gateway's configuration, `${PROVIDER}` is replaced with the address of the
  /// issuer at `/`, and `${GATEWAY}` with the gateway's public address, both without a final `/`.
  ///
  /// - Parameters:
  ///   - gateway: the text of a Sync Gateway configuration file.
  ///   - provider: the text of a provider configuration.
  ///   - profile: the generation of Sync Gateway to imitate.
  /// - Throws: when a configuration is invalid or a port isn't free.
  public static func start(
    gateway: String? = nil, provider: String? = nil, profile: Profile = .v1_5
  ) async throws -> Lab {
    let context = LabLaunchContext(environment: ProcessInfo.processInfo.environment)
    return try await start(
      gateway: gateway ?? context.fixture("gateway") ?? LabDefaults.gateway,
      provider: provider ?? context.fixture("provider") ?? LabDefaults.provider,
      profile: profile, context: context)
  }
}

/// The configurations of a lab without fixtures.
enum LabDefaults {
  static let gateway = """
    {"databases": {"db": {"oidc": {"providers": {"op": {
      "issuer": "${PROVIDER}", "client_id": "app", "validation_key": "secret",
      "register": true, "user_prefix": "op"}}}}}}
    """

  static let provider = """
    {"issuers": {"/": {"login": "approve",
      "clients": [{"client_id": "app", "client_secret": "secret",
        "redirect_uris": ["http://127.0.0.1/db/_oidc_callback"]}],
      "users": [{"username": "alice", "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
    """
}
