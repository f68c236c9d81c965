import DocgenClocks
import OpenIDClient
import SampleLab
import SyncClient

/// The mocks, configured by the page's fixtures.
let lab = try await Lab.start()
/// The database at the gateway's public port.
let gateway = lab.gateway.appending(path: "travel")
/// The database at the gateway's admin port.
let gatewayAdmin = lab.gatewayAdmin.appending(path: "travel")
/// The issuer of the mock provider.
let issuer = lab.providerMock.issuer()
/// A user of the gateway.
let bob = BasicAuthenticator(name: "bob", password: "secret-of-bob")

/// Opens a login page and returns the address at which it ends, as a screen of an app does.
@Sendable func showLoginPage(_ page: URL, until redirect: URL) async -> URL? {
  try? await lab.browser.open(page, until: redirect)
}

extension Replication {
  /// A replication on the clock of the mocks, which stands still.
  init(
    _ direction: Direction, of database: Database, with url: URL,
    as authenticator: any Authenticator
  ) {
    self.init(
      direction, of: database, with: url, as: authenticator, isContinuous: false,
      clock: lab.clock)
  }
}

extension OAuthClient {
  /// A client on the clock of the mocks, which stands still.
  init(provider: ProviderSource, settings: ClientSettings) {
    self.init(
      provider: provider, settings: settings, store: InMemoryCredentialStore(),
      clock: lab.clock)
  }
}
