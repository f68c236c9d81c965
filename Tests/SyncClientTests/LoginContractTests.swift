import DocgenClocks
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import SampleLab
import SyncGatewayMock
import Testing

@testable import SyncClient

/// The ends of a login page, and their effects.
@Suite(.fewAtOnce) struct LoginContractTests {
  struct Closed: Error {}

  /// Runs a replication whose login page ends as a callback says; its error.
  private func outcome(
    _ stage: OpenIDStage, _ showPage: @escaping OpenIDLoginPage
  ) async throws -> SyncError? {
    let database = try Database()
    let pull = stage.replication(.pull, database, as: stage.authenticator(showPage: showPage))
    let error = await #expect(throws: SyncError.self) { try await pull.run() }
    #expect(pull.status.lastError == error)
    #expect(pull.status.activity == .stopped)
    #expect(stage.pages.entries.count == 1)
    return error
  }

  @Test func cancelling() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _ in nil }
      #expect(error == .login(.cancelled))
    }
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _ in throw CancellationError() }
      #expect(error == .login(.cancelled))
    }
  }

  @Test func failing() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _ in throw Closed() }
      #expect(error == .login(.app("Closed()")))
    }
  }

  @Test(arguments: ["http://localhost:PORT/x?code=1", "http://127.0.0.1:1/x?code=1", "app:/x"])
  func endingElsewhere(_ text: String) async throws {
    try await OpenIDStage.run { stage in
      let port = try #require(stage.url.port)
      let url = try #require(URL(string: text.replacing("PORT", with: "\(port)")))
      let error = try await outcome(stage) { _, _ in url }
      #expect(error == .login(.elsewhere(url)))
      // The code was not sent anywhere.
      await #expect(!stage.paths().contains("_oidc_callback"))
    }
  }

  @Test func aRefusalOfTheProvider() async throws {
    try await OpenIDStage.run { stage in
      try await stage.lab.providerMock.queue(.deny)
      let error = try await outcome(stage) { [lab = stage.lab] page, redirect in
        try await lab.browser.open(page, until: redirect)
      }
      guard case .login(.refused(let status, _)) = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(status == 401)
    }
  }

  @Test func aCodeThatIsUsedUp() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, redirect in
        redirect.appending(queryItems: [URLQueryItem(name: "code", value: "old")])
      }
      guard case .login(.refused) = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }

  /// Stopping closes the login page.
  @Test func stoppingWhileThePageIsShown() async throws {
    try await OpenIDStage.run { stage in
      let (shown, show) = AsyncStream.makeStream(of: Void.self)
      let (closed, close) = AsyncStream.makeStream(of: Void.self)
      let authenticator = stage.authenticator { _, _ in
        show.yield()
        defer { close.yield() }
        try await Task.sleep(for: .seconds(600))
        return nil
      }
      let pull = stage.replication(.pull, try Database(), as: authenticator, isContinuous: true)
      await pull.start()
      for await _ in shown { break }
      await pull.stop()
      #expect(pull.status.activity == .stopped)
      #expect(pull.status.lastError == nil)
      for await _ in closed { break }
      // The next start asks again.
      await pull.start()
      for await _ in shown { break }
      await pull.stop()
      #expect(stage.pages.entries.count == 2)
    }
  }

  /// One of two replications that wait for the same login may be stopped; the other goes on.
  @Test func stoppingOneOfTwo() async throws {
    try await OpenIDStage.run { stage in
      let (shown, show) = AsyncStream.makeStream(of: (URL, URL).self)
      let (ends, end) = AsyncStream.makeStream(of: URL.self)
      let authenticator = stage.authenticator { page, redirect in
        show.yield((page, redirect))
        for await url in ends { return url }
        return nil
      }
      let one = stage.replication(.pull, try Database(), as: authenticator)
      let two = stage.replication(.push, try Database(), as: authenticator)
      async let outcome = one.run()
      for await (page, redirect) in shown {
        await two.start()
        await two.stop()
        end.yield(try await stage.lab.browser.open(page, until: redirect))
        break
      }
      try await #expect(outcome.activity == .stopped)
      #expect(two.status.lastError == nil)
      #expect(stage.pages.entries.count == 1)
    }
  }

  @Test func secretsAreNotPrinted() throws {
    let tokens = OpenIDTokens(
      idToken: "s3cret", refreshToken: "s3cret", session: GatewaySession(id: "s3cret"),
      userName: "alice")
    for value: Any in [
      tokens, tokens.session as Any, tokens.credentials, GatewayCredentials.bearer("s3cret"),
      GatewayCredentials.basic(name: "alice", password: "s3cret"), [tokens],
    ] {
      #expect(!"\(value)".contains("s3cret"))
      #expect(!String(reflecting: value).contains("s3cret"))
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!dumped.contains("s3cret"))
    }
  }
}
