import Foundation
import OpenIDClient
import SampleLab

/// The mock provider that the page configures.
let lab = try await Lab.start()
/// The provider's issuer; in an app, a string such as `https://accounts.google.com`.
let issuer = lab.providerMock.issuer()
/// Alice, who types her password into the provider's form.
let browser = ScriptedBrowser(
  fields: ["username": "alice", "password": "a-secret-of-alice"])
/// The settings that the page shows first.
let settings = ClientSettings(
  clientID: "travel",
  redirectURI: URL(string: "com.example.travel:/login")!,
  scope: ["openid", "email", "offline_access"],
  parameters: ["prompt": "consent"])

extension OAuthClient {
  /// A client that goes by the mocks' clock, as an app's client goes by the system's.
  init(provider: ProviderSource, settings: ClientSettings) {
    self.init(provider: provider, settings: settings, clock: lab.clock)
  }

  /// The same with a store.
  init(
    provider: ProviderSource, settings: ClientSettings, store: any CredentialStore
  ) {
    self.init(provider: provider, settings: settings, store: store, clock: lab.clock)
  }
}

/// The requests that the provider has received, such as `POST /token`.
func requests(_ method: String, _ path: String) async -> Int {
  await lab.providerMock.requests.count { $0.method == method && $0.path == path }
}
