import DocgenClocks
import DocgenHashing
import DocgenTestSupport
import Foundation
import OpenIDClient
import OpenIDProviderMock
import Testing

/// Several clients with one store, of which one logs in or out while another renews.
@Suite(.fewAtOnce) struct SharedStoreTests {
  private static let renewal = ("grant_type", "refresh_token")

  /// Begins a renewal that the provider answers after five seconds.
  private func renewal(
    of credentials: Credentials, by client: OAuthClient, _ stage: Stage
  ) async throws -> Task<Credentials, any Error> {
    try await stage.provider.inject(.delay(seconds: 5), into: .token)
    let renewal = Task { try await client.credentials(replacing: credentials.accessToken) }
    while await stage.count("/token", Self.renewal) == 0 { await Task.yield() }
    return renewal
  }

  @Test func aLogoutIsNotUndoneByARenewalUnderWay() async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .reuseDetection }) { stage in
      let (client, other) = (stage.client(), stage.client(seed: 3))
      let first = try await client.logIn(with: stage.browser)
      try await other.start(.silent)
      let renewal = try await renewal(of: first, by: client, stage)
      let logout = Task { try await other.logOut() }
      while await other.state != .cancelled(.loggedOut) { await Task.yield() }
      stage.clock.advance(by: .seconds(5))
      let second = try await renewal.value
      try await logout.value
      await #expect(stage.store.load(client.key) == nil)
      // What the renewal gave was ended, not what it had begun with.
      let revocations = await stage.provider.requests.filter { $0.path == "/revoke" }
      let digest = Digest.sha256.hex(try #require(second.refreshToken).utf8).prefix(8)
      #expect(revocations.map { $0["token"] } == ["[sha256 \(digest)]"])
      await #expect(throws: ClientError.self) {
        try await client.credentials(replacing: second.accessToken)
      }
      guard case .failed(let error) = await client.state else {
        Issue.record("\(await client.state)")
        return
      }
      #expect(error.requiresLogin)
    }
  }

  @Test func aLoginIsNotUndoneByARenewalUnderWay() async throws {
    try await Stage.open { stage in
      let (client, other) = (stage.client(), stage.client(seed: 3))
      try await other.start(.interactive)
      guard case .authorizing(let page, let redirectURI) = await other.state else {
        Issue.record("\(await other.state)")
        return
      }
      let first = try await client.logIn(with: stage.browser)
      let renewal = try await renewal(of: first, by: client, stage)
      let redirect = try await stage.browser.open(page, until: redirectURI)
      // As late as the renewal, or the renewed credentials would be the newer ones.
      try await stage.provider.inject(.delay(seconds: 5), into: .token)
      let login = Task { try await other.handleRedirect(redirect) }
      while await stage.count("/token", ("grant_type", "authorization_code")) < 2 {
        await Task.yield()
      }
      stage.clock.advance(by: .seconds(5))
      let second = try await renewal.value
      try await login.value
      let kept = try #require(await stage.store.load(client.key))
      #expect(kept.refreshToken != second.refreshToken)
      await #expect(other.state == .authorized(kept))
      // And the first client goes on with it.
      let third = try await client.credentials(replacing: second.accessToken)
      #expect(third == kept)
    }
  }

  @Test func anExpiredLoginLeavesANewerOneInTheStore() async throws {
    try await Stage.open { stage in
      let client = stage.client { settings in
        settings.scope = ["openid"]
        settings.parameters = [:]
      }
      let first = try await client.logIn(with: stage.browser)
      try #require(first.refreshToken == nil)
      stage.clock.advance(by: .seconds(1_800))
      var newer = first
      newer.accessToken = "of another process"
      newer.expiry = stage.clock.now + 3_600
      await stage.store.save(newer, for: client.key)
      stage.clock.advance(by: .seconds(1_801))
      _ = await stage.wait(for: client) { $0 == .failed(.expired) }
      await #expect(stage.store.load(client.key) == newer)
      try await client.start(.silent)
      await #expect(client.state == .authorized(newer))
    }
  }
}
