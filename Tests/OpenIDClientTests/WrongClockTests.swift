import DocgenClocks
import DocgenHTTPClient
import DocgenTestSupport
import Foundation
import OpenIDClient
import OpenIDProviderMock
import Testing

/// Devices whose clock is wrong, as those of people who turn it forward for a game.
@Suite(.fewAtOnce) struct WrongClockTests {
  private func client(
    _ stage: Stage, ahead seconds: TimeInterval,
    transport: any HTTPTransport = DefaultTransport(),
    change: (inout ClientSettings) -> Void = { _ in }
  ) -> OAuthClient {
    var settings = ClientSettings(
      clientID: "app", redirectURI: Stage.redirectURI, scope: ["openid", "offline_access"],
      parameters: ["prompt": "consent"])
    change(&settings)
    return OAuthClient(
      provider: .discovered(issuer: stage.provider.issuer()), settings: settings,
      transport: transport, clock: ShiftedClock(base: stage.clock, seconds: seconds),
      random: RandomSource(seed: 5))
  }

  @Test(
    arguments: [-86_400, -1_200, -61, 61, 1_200, 86_400],
    [ClientSettings.IDTokenChecks.full, .none])
  func logsInAndRenewsByTheProvidersTime(
    _ seconds: TimeInterval, _ checks: ClientSettings.IDTokenChecks
  ) async throws {
    try await Stage.open { stage in
      let client = client(stage, ahead: seconds) { $0.idTokenChecks = checks }
      let first = try await client.logIn(with: stage.browser)
      let here = stage.clock.now + seconds
      // An expiry of its own clock's, by which it renews neither too early nor too late.
      let expiry = try #require(first.expiry)
      #expect(abs(expiry.timeIntervalSince(here) - 3_600) < 62, "\(expiry.timeIntervalSince(here))")
      try await #expect(client.credentials() == first)
      stage.clock.advance(by: .seconds(3_600 + 62))
      let second = try await client.credentials()
      #expect(second.accessToken != first.accessToken)
      try await #expect(client.credentials() == second)
    }
  }

  @Test func aTokenThatIsOldByTheProvidersTimeIsRefused() async throws {
    try await Stage.open { stage in
      for seconds in [-86_400.0, 86_400] {
        try await stage.provider.inject(.expired)
        await #expect(throws: ClientError.idToken(.expired)) {
          try await client(stage, ahead: seconds).logIn(with: stage.browser)
        }
      }
    }
  }

  /// A browser brings no date, so the provider is asked for the time.
  @Test(
    arguments: [-86_400.0, -1_200, 1_200, 86_400],
    [
      ResponseType.idToken, ResponseType([.code, .idToken]),
      ResponseType([.idToken, .token]),
    ])
  func aTokenFromTheBrowserGoesByTheProvidersTime(
    _ seconds: TimeInterval, _ type: ResponseType
  ) async throws {
    try await Stage.open { stage in
      let client = client(stage, ahead: seconds) { $0.responseType = type }
      let credentials = try await client.logIn(with: stage.browser)
      let here = stage.clock.now + seconds
      let expiry = try #require(credentials.expiry)
      #expect(abs(expiry.timeIntervalSince(here) - 3_600) < 62, "\(expiry.timeIntervalSince(here))")
      try await stage.provider.inject(.expired)
      try await client.logOut(revoking: false)
      await #expect(throws: ClientError.idToken(.expired)) {
        try await client.logIn(with: stage.browser)
      }
    }
  }

  /// A clock that is right costs no request more.
  @Test func theProviderIsAskedForTheTimeOnlyWhenItMatters() async throws {
    try await Stage.open { stage in
      let client = client(stage, ahead: 0) { $0.responseType = .idToken }
      _ = try await client.logIn(with: stage.browser)
      await #expect(stage.count("/jwks") == 1)
    }
  }

  /// The user logged in just now, also if the device's clock is a little ahead.
  @Test(arguments: [(60, true), (61, false)])
  func theAgeOfALoginAllowsForClocks(_ seconds: TimeInterval, _ isAccepted: Bool) async throws {
    try await Stage.open { stage in
      let client = client(stage, ahead: seconds, transport: DatelessTransport()) {
        $0.parameters["max_age"] = "0"
      }
      if isAccepted {
        try await #expect(client.logIn(with: stage.browser).subject == "a-1")
      } else {
        await #expect(throws: ClientError.idToken(.authenticationTime)) {
          try await client.logIn(with: stage.browser)
        }
      }
    }
  }

  @Test func withoutTheProvidersTimeTheDevicesClockCounts() async throws {
    try await Stage.open { stage in
      let client = client(stage, ahead: 86_400, transport: DatelessTransport())
      await #expect(throws: ClientError.idToken(.expired)) {
        try await client.logIn(with: stage.browser)
      }
    }
  }
}

/// Another clock's time and a constant number of seconds.
private struct ShiftedClock: WallClock {
  let base: ManualClock
  let seconds: TimeInterval
  var now: Date { base.now + seconds }
  func sleep(until moment: Date) async throws { try await base.sleep(until: moment - seconds) }
}

/// Removes the date from every response.
private struct DatelessTransport: HTTPTransport {
  private let inner = DefaultTransport()
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var response = try await inner.send(request)
    response.headers["Date"] = nil
    return response
  }
}
