import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDClient
import OpenIDProviderMock
import Testing

/// Logins that outlive their tokens, on a clock that jumps past every expiry.
@Suite(.fewAtOnce) struct RenewalTests {
  @Test func renewsAheadOfExpiryWithoutBeingAsked() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      await #expect(stage.count("/token") == 1)
      stage.clock.advance(by: .seconds(3_540))
      let state = await stage.wait(for: client) {
        $0.credentials != nil && $0.credentials?.accessToken != first.accessToken
      }
      let second = try #require(state?.credentials)
      #expect(second.expiry == stage.clock.now + 3_600)
      #expect(second.refreshToken == first.refreshToken)
      #expect(second.subject == "a-1")
      await #expect(stage.store.load(client.key) == second)
      await #expect(stage.count("/token") == 2)
    }
  }

  @Test func joinsManyCallersIntoOneRenewal() async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .reuseDetection }) { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      for round in 1...3 {
        stage.clock.advance(by: .seconds(3_600))
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
          for _ in 0..<50 {
            group.addTask { try await client.credentials().accessToken }
          }
          return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(!tokens.contains(first.accessToken))
        await #expect(stage.count("/token", ("grant_type", "refresh_token")) == round)
      }
    }
  }

  @Test func aLifetimeThatCannotBeHadIsAskedForOnce() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      stage.clock.advance(by: .seconds(10))
      let credentials = try await client.credentials(minimumLifetime: .seconds(5_000))
      #expect(credentials.expiry == stage.clock.now + 3_600)
      await #expect(stage.count("/token", ("grant_type", "refresh_token")) == 1)
    }
  }

  @Test func aRenewalThatReturnsTheRejectedTokenEndsTheLogin() async throws {
    try await Stage.open(change: { $0.sendsIDTokenOnRefresh = false }) { stage in
      for isIDToken in [true, false] {
        let client = stage.client()
        let first = try await client.logIn(with: stage.browser)
        let before = await stage.count("/token")
        let token = try #require(isIDToken ? first.idToken : first.accessToken)
        if !isIDToken {
          try await stage.provider.inject(.member("access_token", .string(token)), into: .token)
        }
        await #expect(throws: ClientError.expired) {
          try await client.credentials(replacing: token)
        }
        await #expect(stage.count("/token") == before + 1)
        await #expect(client.state == .failed(.expired))
        await #expect(stage.store.load(client.key) == nil)
      }
    }
  }

  @Test func keepsARotatedTokenBeforeAnybodyUsesTheNewOne() async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .reuseDetection }) { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      let second = try await client.credentials(replacing: first.accessToken)
      #expect(second.refreshToken != first.refreshToken)
      await #expect(stage.store.load(client.key) == second)
      // The next start, as after a crash, finds the token that is still good.
      let next = stage.client(seed: 9)
      try await next.start(.silent)
      try await #expect(
        next.credentials(replacing: second.accessToken).accessToken != second.accessToken)
    }
  }

  @Test func aCallerThatGivesUpLeavesTheRenewalToTheOthers() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(.delay(seconds: 5), into: .token)
      let patient = Task { try await client.credentials(replacing: first.accessToken) }
      let impatient = Task { try await client.credentials(replacing: first.accessToken) }
      while await stage.count("/token", ("grant_type", "refresh_token")) == 0 { await Task.yield() }
      impatient.cancel()
      await #expect(throws: ClientError.cancelled) { try await impatient.value }
      stage.clock.advance(by: .seconds(5))
      try await #expect(patient.value.accessToken != first.accessToken)
      await #expect(stage.count("/token", ("grant_type", "refresh_token")) == 1)
    }
  }

  @Test(arguments: [
    ResponseFault.status(500), .status(503), .truncated,
    .replaced(status: 503, contentType: "text/html", body: "<h1>Sorry</h1>"),
    .replaced(status: 400, contentType: "application/json", body: #"{"error":"server_error"}"#),
    .member("access_token", nil),
  ])
  func staysLoggedInThroughFailuresThatPass(_ fault: ResponseFault) async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(fault, into: .token, times: 2)
      stage.clock.advance(by: .seconds(3_600))
      await #expect(throws: ClientError.self) { try await client.credentials() }
      await #expect(client.state == .authorized(first))
      await #expect(stage.store.load(client.key) == first)
      while await stage.count("/token", ("grant_type", "refresh_token")) < 3 {
        stage.clock.advance(by: .seconds(2))
        _ = try? await client.credentials()
      }
      try await #expect(client.credentials().accessToken != first.accessToken)
    }
  }

  @Test func leadsBackToTheLoginWhenTheRefreshTokenIsRefused() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      try await stage.provider.logOut("alice")
      stage.clock.advance(by: .seconds(3_600))
      do {
        _ = try await client.credentials()
        Issue.record("renewed a login that was ended")
      } catch {
        #expect((error as? ClientError)?.requiresLogin == true, "\(error)")
      }
      await #expect(client.state.name == "failed")
      await #expect(stage.store.load(client.key) == nil)
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
    }
  }

  /// Whether what was kept cannot be renewed at all, or its renewal is refused.
  @Test(arguments: [ResponseType.idToken, .code])
  func aLoginShowsThePageWhenWhatWasKeptIsUseless(_ type: ResponseType) async throws {
    try await Stage.open { stage in
      let client = stage.client { $0.responseType = type }
      let first = try await client.logIn(with: stage.browser)
      try await stage.provider.logOut("alice")
      stage.clock.advance(by: .seconds(3_600))
      let next = stage.client(seed: 3) { $0.responseType = type }
      for client in [client, next] {
        let second = try await client.logIn(with: stage.browser)
        #expect(second.subject == "a-1")
        #expect(second != first)
      }
    }
  }

  @Test func findsTheTokenThatAnotherClientRotated() async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .always }) { stage in
      let one = stage.client()
      let first = try await one.logIn(with: stage.browser)
      let other = stage.client(seed: 3)
      try await other.start(.silent)
      let second = try await other.credentials(replacing: first.accessToken)
      let found = try await one.credentials(replacing: first.accessToken)
      #expect(found == second)
      await #expect(one.state == .authorized(second))
      await #expect(stage.count("/token", ("grant_type", "refresh_token")) == 1)
    }
  }

  @Test func endsAtTheExpiryOfWhatCannotBeRenewed() async throws {
    try await Stage.open { stage in
      let client = stage.client { $0.responseType = [.idToken, .token] }
      _ = try await client.logIn(with: stage.browser)
      stage.clock.advance(by: .seconds(3_600))
      await #expect(stage.wait(for: client) { $0.name == "failed" } == .failed(.expired))
      await #expect(throws: ClientError.expired) { try await client.credentials() }
      await #expect(stage.store.load(client.key) == nil)
    }
  }

  @Test func logsOutHereAndThere() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let credentials = try await client.logIn(with: stage.browser)
      try await client.logOut(with: stage.browser, returningTo: Stage.goodbyeURI)
      await #expect(client.state == .cancelled(.loggedOut))
      await #expect(stage.store.load(client.key) == nil)
      let requests = await stage.provider.requests
      #expect(
        requests.filter { ["/revoke", "/end_session"].contains($0.path) }.map(\.status) == [
          200, 302,
        ])
      // The refresh token is dead: a client that had it cannot go on.
      await stage.store.save(credentials, for: client.key)
      let thief = stage.client(seed: 8)
      stage.clock.advance(by: .seconds(3_600))
      try await thief.start(.silent)
      await #expect(throws: ClientError.self) { try await thief.credentials() }
      await #expect(thief.state.name == "failed")
    }
  }

  @Test func endsTheSessionWhenTheRevocationFails() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(.status(503), into: .revocation)
      await #expect(throws: ClientError.status(.revocation, 503)) {
        try await client.logOut(with: stage.browser, returningTo: Stage.goodbyeURI)
      }
      await #expect(stage.count("/end_session") == 1)
    }
  }

  /// `logout-other-state`.
  @Test func refusesTheLogoutOfAnother() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      let agent = FixedAgent(url: URL(string: "com.example.app:/bye?state=another")!)
      await #expect(throws: ClientError.stateMismatch) {
        try await client.logOut(with: agent, returningTo: Stage.goodbyeURI)
      }
      await #expect(client.state == .cancelled(.loggedOut))
    }
  }

  @Test func tellsThatTheLogoutPageWasClosed() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      await #expect(throws: ClientError.cancelled) {
        try await client.logOut(with: FixedAgent(url: nil), returningTo: Stage.goodbyeURI)
      }
      await #expect(client.state == .cancelled(.loggedOut))
    }
  }

  /// A year in hours: every token is renewed before or when it is needed, and none is lost.
  @Test func livesThroughAYear() async throws {
    try await Stage.open(change: { issuer in
      issuer.refreshTokenRotation = .reuseDetection
      issuer.lifetimes.refreshToken = 40 * 86_400
    }) { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      for _ in 0..<12 {
        stage.clock.advance(by: .seconds(30 * 86_400))
        let credentials = try await client.credentials(minimumLifetime: .seconds(600))
        #expect(credentials.expiry == stage.clock.now + 3_600)
        try await #expect(client.userInfo()["email"]?.string == "alice@example.com")
      }
    }
  }
}

/// A browser that always ends at the same place.
struct FixedAgent: UserAgent {
  /// `nil` if the user closes the page.
  let url: URL?
  func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect {
    guard let url = self.url else { throw CancellationError() }
    return Redirect(url)
  }
}
