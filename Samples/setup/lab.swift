import DocgenClocks
import OpenIDClient
import SampleLab

/// The mock gateway and the mock provider, configured by the page's fixtures.
let lab = try await Lab.start()
/// The public address of the mock gateway.
let gateway = lab.gateway
/// The issuer of the mock provider.
let issuer = lab.providerMock.issuer()
/// A browser that approves the login by itself.
let browser = ScriptedBrowser()

extension OAuthClient {
  /// A client on the clock of the mocks, which stands still.
  init(provider: ProviderSource, settings: ClientSettings) {
    self.init(
      provider: provider, settings: settings, store: InMemoryCredentialStore(),
      clock: lab.clock)
  }
}
