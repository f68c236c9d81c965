import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

@testable import OpenIDClient

/// Logins against the provider of the Lab, over real sockets.
@Suite(.fewAtOnce) struct LoginTests {
  @Test(
    arguments: [
      .code, .token, .idToken, [.idToken, .token], [.code, .idToken], [.code, .token],
      [.code, .idToken, .token],
    ] as [ResponseType])
  func logsInByEveryFlow(_ type: ResponseType) async throws {
    try await Stage.open { stage in
      let client = stage.client { settings in
        settings.responseType = type
        if type == .token { settings.scope = ["email"] }
      }
      let credentials = try await client.logIn(with: stage.browser)
      #expect((credentials.accessToken != nil) == (type != .idToken))
      #expect((credentials.refreshToken != nil) == type.contains(.code))
      #expect(credentials.subject == (type == .token ? nil : "a-1"))
      #expect(credentials.expiry == stage.clock.now + 3_600)
      let stored = await stage.store.load(client.key)
      #expect(stored == credentials)
      if type.contains(.token) || type.contains(.code), type != .token {
        try await #expect(client.userInfo()["sub"]?.string == "a-1")
      }
    }
  }

  @Test(
    arguments: [
      (.code, .fragment), (.code, .formPost), (.idToken, .formPost),
      ([.code, .idToken], .formPost),
    ] as [(ResponseType, ResponseMode)])
  func readsTheAnswerWhereItWasAskedFor(
    _ type: ResponseType, _ mode: ResponseMode
  ) async throws {
    try await Stage.open { stage in
      let client = stage.client { settings in
        settings.responseType = type
        settings.responseMode = mode
      }
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
    }
  }

  @Test(arguments: [
    ClientSettings.Authentication.basic(secret: "s3 cr%t:+"), .post(secret: "s3 cr%t:+"),
  ])
  func provesWhoItIsWithAwkwardNames(_ method: ClientSettings.Authentication) async throws {
    try await Stage.open(change: { $0.valueStyle = .awkward }) { stage in
      let client = stage.client { settings in
        settings.clientID = "web client:+%&"
        settings.authentication = method
      }
      _ = try await client.logIn(with: stage.browser)
      stage.clock.advance(by: .seconds(3_600))
      try await #expect(client.credentials().subject == "a-1")
      try await client.logOut()
      let revocations = await stage.provider.requests.filter { $0.path == "/revoke" }
      #expect(revocations.map(\.status) == [200])
    }
  }

  @Test func walksThroughTheStatesOnce() async throws {
    try await Stage.open(login: .form) { stage in
      let client = stage.client()
      let states = await client.states
      let reader = Task {
        var names: [String] = []
        for await state in states {
          names.append(state.name)
          if state.credentials != nil { break }
        }
        return names
      }
      _ = try await client.logIn(with: stage.browser)
      await #expect(reader.value == ["idle", "authorizing", "fetchingToken", "authorized"])
      let late = await client.states.first { _ in true }
      #expect(late?.name == "authorized")
    }
  }

  /// The app closed the first page and didn't call `cancel`.
  @Test func startsAgainWhileThePageIsOpen() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      try await client.start()
      let first = await client.state
      await #expect(throws: ClientError.illegalCall("start", in: "authorizing")) {
        try await client.start(.silent)
      }
      await #expect(throws: ClientError.illegalCall("logIn", in: "authorizing")) {
        try await client.logIn(with: stage.browser)
      }
      try await client.start()
      guard case .authorizing(let url, let redirectURI) = await client.state else {
        Issue.record("no page")
        return
      }
      await #expect(client.state != first)
      try await client.handleRedirect(try await stage.browser.open(url, until: redirectURI))
      await #expect(client.state.name == "authorized")
    }
  }

  @Test func givesTheLatestStateWithoutWaiting() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      #expect(client.latestState == .idle)
      try await client.start(.interactive)
      #expect(client.latestState.name == "authorizing")
      await client.cancel()
      #expect(client.latestState == .cancelled(.byUser))
      let credentials = try await client.logIn(with: stage.browser)
      #expect(client.latestState == .authorized(credentials))
      try await client.logOut()
      #expect(client.latestState == .cancelled(.loggedOut))
    }
  }

  @Test func startsSilentlyWithWhatIsStored() async throws {
    try await Stage.open { stage in
      let first = stage.client()
      try await first.start(.silent)
      await #expect(first.state == .cancelled(.notLoggedIn))
      let credentials = try await first.logIn(with: stage.browser)
      let second = stage.client(seed: 3)
      try await second.start(.silent)
      await #expect(second.state == .authorized(credentials))
      try await second.start(.silent)
      let unstarted = stage.client(seed: 5)
      try await #expect(unstarted.credentials() == credentials)
      let other = stage.client { $0.scope = ["openid"] }
      await #expect(throws: ClientError.notLoggedIn) { try await other.userInfo() }
      await #expect(other.state == .cancelled(.notLoggedIn))
      stage.clock.advance(by: .seconds(3_601))
      let third = stage.client(seed: 4)
      try await third.start(.silent)
      let renewed = try await third.credentials()
      #expect(renewed.accessToken != credentials.accessToken)
      #expect(renewed.expiry == stage.clock.now + 3_600)
    }
  }

  @Test func tellsWhatTheProviderRefuses() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.deny)
      let client = stage.client()
      do {
        _ = try await client.logIn(with: stage.browser)
        Issue.record("somebody logged in")
      } catch {
        guard let error = error as? ClientError, case .authorization(let refusal) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(refusal.code == .accessDenied)
        #expect(!error.isTransient)
      }
      await #expect(client.state.name == "failed")
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
    }
  }

  /// Of a provider that doesn't say that it names its issuer, too (RFC 9207 2.4).
  @Test func refusesAnIssuerThatNobodyAnnounced() async throws {
    try await Stage.open { stage in
      let other = "https://evil.example"
      try await stage.provider.inject(
        .member("authorization_response_iss_parameter_supported", nil), into: .discovery)
      try await stage.provider.inject(.member("iss", .string(other)), into: .authorization)
      let client = stage.client()
      await #expect(
        throws: ClientError.issuerMismatch(expected: stage.provider.issuer(), found: other)
      ) { try await client.logIn(with: stage.browser) }
    }
  }

  @Test func refusesAnswersOfOtherLogins() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      for (parameter, value, expected) in [
        ("state", "another", ClientError.stateMismatch), ("state", nil, .stateMismatch),
        (
          "iss", "https://evil.example",
          .issuerMismatch(expected: stage.provider.issuer(), found: "https://evil.example")
        ),
        ("iss", nil, .issuerMismatch(expected: stage.provider.issuer(), found: nil)),
        ("code", "", .malformedResponse(.redirect, "it has no 'code'")),
        ("code", nil, .malformedResponse(.redirect, "it has no 'code'")),
      ] as [(String, String?, ClientError)] {
        try await stage.provider.inject(
          .member(parameter, value.map { .string($0) }), into: .authorization)
        await #expect(throws: expected, "\(parameter)") {
          try await client.logIn(with: stage.browser)
        }
        await #expect(client.state == .failed(expected))
      }
      await #expect(stage.count("/token") == 0)
      let stored = await stage.store.load(client.key)
      #expect(stored == nil)
    }
  }

  @Test func survivesOddAnswersOfTheTokenEndpoint() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let json = "application/json"
      for fault: ResponseFault in [
        .truncated, .status(500), .replaced(status: 200, contentType: json, body: "[]"),
        .replaced(status: 200, contentType: json, body: #"{"error":"invalid_grant"}"#),
        .replaced(
          status: 200, contentType: json, body: #"{"error":"x","access_token":"y"}"#),
        .replaced(status: 403, contentType: json, body: #"{"error":"access_denied"}"#),
        .member("access_token", nil), .member("access_token", 1), .member("expires_in", -1),
        .member("expires_in", "soon"), .member("token_type", "mac"), .member("id_token", nil),
        .member("id_token", "x.y"),
      ] {
        try await stage.provider.inject(fault, into: .token)
        await #expect(throws: ClientError.self, "\(fault)") {
          try await client.logIn(with: stage.browser)
        }
        await #expect(client.state.name == "failed", "\(fault)")
      }
      for fault: ResponseFault in [
        .member("expires_in", "60"), .member("expires_in", nil), .member("token_type", nil),
        .member("token_type", "bearer"), .member("scope", ""), .contentType("text/html"),
      ] {
        try await stage.provider.inject(fault, into: .token)
        try await #expect(client.logIn(with: stage.browser).subject == "a-1", "\(fault)")
        try await client.logOut(revoking: false)
      }
    }
  }

  @Test func endsWhereTheUserEndsIt() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      try await client.start()
      guard case .authorizing(let url, let redirectURI) = await client.state else {
        Issue.record("no page")
        return
      }
      await #expect(
        throws: ClientError.notTheRedirect(
          found: "com.example.app:/cb/x", expected: "com.example.app:/cb")
      ) {
        try await client.handleRedirect(URL(string: "com.example.app:/cb/x?code=1")!)
      }
      await #expect(client.state.name == "authorizing")
      await client.cancel()
      await #expect(client.state == .cancelled(.byUser))
      let answer = try await stage.browser.open(url, until: redirectURI)
      await #expect(throws: ClientError.self) { try await client.handleRedirect(answer) }
      await #expect(client.state == .cancelled(.byUser))
      await #expect(throws: ClientError.notLoggedIn) { try await client.credentials() }
    }
  }

  @Test func asksTheProviderWhereItIsOnceAndChecksItsName() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      for _ in 0..<3 {
        _ = try await client.logIn(with: stage.browser)
        try await client.logOut(revoking: false)
      }
      await #expect(stage.count("/.well-known/openid-configuration") == 1)
      try await stage.provider.inject(.member("issuer", "https://other.example"), into: .discovery)
      let wary = stage.client(seed: 5)
      await #expect(
        throws: ClientError.issuerMismatch(
          expected: stage.provider.issuer(), found: "https://other.example")
      ) { try await wary.logIn(with: stage.browser) }
      try await stage.provider.inject(.member("token_endpoint", nil), into: .discovery)
      let lost = stage.client(seed: 6)
      await #expect(throws: ClientError.self) { try await lost.logIn(with: stage.browser) }
    }
  }
}
