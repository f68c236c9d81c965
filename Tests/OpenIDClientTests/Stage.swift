import DocgenClocks
import DocgenHTTPClient
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDClient
import OpenIDProviderMock
import Testing

/// A provider, its clock, and clients of it, for the length of one test.
struct Stage: Sendable {
  let provider: OpenIDProvider
  let clock: ManualClock
  let store = InMemoryCredentialStore()
  let browser = ScriptedBrowser(fields: ["username": "alice", "password": "wonder"])

  static let redirectURI = URL(string: "com.example.app:/cb")!
  static let goodbyeURI = URL(string: "com.example.app:/bye")!

  static func open(
    login: IssuerConfiguration.Login = .approve,
    change: (inout IssuerConfiguration) -> Void = { _ in },
    _ body: (Stage) async throws -> Void
  ) async throws {
    let app = ClientRegistration(
      clientID: "app", redirectURIs: [redirectURI.absoluteString, "http://127.0.0.1/callback"],
      responseTypes: ClientRegistration.ResponseType.supported,
      postLogoutRedirectURIs: [goodbyeURI.absoluteString])
    var web = app
    web.clientID = "web client:+%&"
    web.clientSecret = "s3 cr%t:+"
    web.authenticationMethods = [.basic, .post]
    var curve = app
    curve.clientID = "es"
    curve.idTokenAlgorithm = .es256
    var issuer = IssuerConfiguration(
      login: login, clients: [app, web, curve],
      users: [
        User(
          username: "alice", password: "wonder",
          claims: ["sub": "a-1", "email": "alice@example.com"])
      ])
    change(&issuer)
    let clock = ManualClock()
    let provider = try await OpenIDProvider.start(
      configuration: ProviderConfiguration(issuers: ["/": issuer]), clock: clock,
      random: RandomSource(seed: 1))
    let stage = Stage(provider: provider, clock: clock)
    try await using(stage, thenStopping: { await $0.provider.stop() }, body)
  }

  func client(
    seed: UInt64 = 2, transport: any HTTPTransport = DefaultTransport(),
    store: (any CredentialStore)? = nil, change: (inout ClientSettings) -> Void = { _ in }
  ) -> OAuthClient {
    var settings = ClientSettings(
      clientID: "app", redirectURI: Self.redirectURI, scope: ["openid", "email", "offline_access"])
    settings.parameters["prompt"] = "consent"
    change(&settings)
    return OAuthClient(
      provider: .discovered(issuer: provider.issuer()), settings: settings,
      store: store ?? self.store, transport: transport, clock: clock,
      random: RandomSource(seed: seed))
  }

  /// How often an endpoint was asked.
  func count(_ path: String, _ parameter: (String, String)? = nil) async -> Int {
    await provider.requests.filter { request in
      request.path == path && (parameter.map { request[$0.0] == $0.1 } ?? true)
    }.count
  }

  /// Returns once a client has reached a state that fits, however it gets there.
  func wait(
    for client: OAuthClient, until fits: @Sendable (ClientState) -> Bool
  ) async -> ClientState? {
    for await state in await client.states where fits(state) { return state }
    return nil
  }
}
