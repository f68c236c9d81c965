import DocgenClocks
import Foundation
import OpenIDClient
import SampleLab
import SyncClient

/// A gateway with an open database, and a provider that knows the app.
let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "users": {"GUEST": {"disabled": false, "admin_channels": ["*"]}}
    }}}
    """,
  provider: """
    {"issuers": {"/": {
      "login": "approve",
      "clients": [{"client_id": "travel-app", "redirect_uris": ["com.example.travel:/login"]}],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]
    }}}
    """)
/// The database at the gateway.
let gateway = lab.gateway.appending(path: "travel")
/// The provider's issuer; in an app, a string such as `https://accounts.google.com`.
let issuer = lab.providerMock.issuer()
/// A browser that approves the login by itself.
let browser = ScriptedBrowser()

extension OAuthClient {
  /// A client that goes by the mocks' clock, as an app's client goes by the system's.
  init(provider: ProviderSource, settings: ClientSettings) {
    self.init(provider: provider, settings: settings, clock: lab.clock)
  }
}
