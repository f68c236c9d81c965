import DocgenClocks
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import SampleLab
import SyncGatewayMock
import Synchronization
import Testing

@testable import SyncClient

/// The uses of a login's continuation by an app, and their effects.
@Suite(.fewAtOnce) struct LoginContractTests {
  struct Closed: Error {}

  /// Runs a replication whose login page ends as a callback says; its error.
  private func outcome(
    _ stage: OpenIDStage, _ callback: @escaping OpenIDLoginCallback
  ) async throws -> SyncError? {
    let database = try Database()
    let pull = stage.replication(.pull, database, as: stage.authenticator(callback: callback))
    let error = await #expect(throws: SyncError.self) { try await pull.run() }
    #expect(pull.status.lastError == error)
    #expect(pull.status.activity == .stopped)
    #expect(stage.pages.entries.count == 1)
    return error
  }

  @Test func cancelling() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _, done in done(nil, nil) }
      #expect(error == .login(.cancelled))
      #expect(stage.misuses.entries.isEmpty)
    }
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _, done in done(nil, CancellationError()) }
      #expect(error == .login(.cancelled))
    }
  }

  @Test func failing() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _, done in done(nil, Closed()) }
      #expect(error == .login(.app("Closed()")))
    }
  }

  @Test func forgetting() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, _, _ in }
      #expect(error == .login(.continuationForgotten))
      #expect(error?.status == 401)
      #expect(stage.misuses.entries == [.forgotten])
    }
  }

  @Test func callingTwice() async throws {
    try await OpenIDStage.run { stage in
      // The first call ends the login, perhaps before the second is noted.
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      let error = try await outcome(stage) { _, _, done in
        done(nil, nil)
        done(nil, Closed())
        end.finish()
      }
      for await _ in ended {}
      #expect(error == .login(.cancelled))
      #expect(stage.misuses.entries == [.calledTwice])
    }
  }

  @Test func aURLAndAnError() async throws {
    try await OpenIDStage.run { stage in
      let error = try await outcome(stage) { _, redirect, done in done(redirect, Closed()) }
      #expect(error == .login(.app("Closed()")))
      #expect(stage.misuses.entries == [.urlAndError])
    }
  }

  @Test(arguments: ["http://localhost:PORT/x?code=1", "http://127.0.0.1:1/x?code=1", "app:/x"])
  func endingElsewhere(_ text: String) async throws {
    try await OpenIDStage.run { stage in
      let port = try #require(stage.url.port)
      let url = try #require(URL(string: text.replacing("PORT", with: "\(port)")))
      let error = try await outcome(stage) { _, _, done in done(url, nil) }
      #expect(error == .login(.elsewhere(url)))
      // The code was not sent anywhere.
      await #expect(!stage.paths().contains("_oidc_callback"))
    }
  }

  @Test func aRefusalOfTheProvider() async throws {
    try await OpenIDStage.run { stage in
      try await stage.lab.providerMock.queue(.deny)
      let error = try await outcome(stage) { [lab = stage.lab] page, redirect, done in
        Task { done(try? await lab.browser.open(page, until: redirect), nil) }
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
      let error = try await outcome(stage) { _, redirect, done in
        done(redirect.appending(queryItems: [URLQueryItem(name: "code", value: "old")]), nil)
      }
      guard case .login(.refused) = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }

  /// Stopping doesn't wait for a login page that nobody ends, and a call that comes too late is none too
  /// many.
  @Test func stoppingWhileThePageIsShown() async throws {
    try await OpenIDStage.run { stage in
      let kept = Mutex<LoginContinuation?>(nil)
      let (shown, show) = AsyncStream.makeStream(of: Void.self)
      let authenticator = stage.authenticator { _, _, done in
        kept.withLock { $0 = done }
        show.yield()
      }
      let pull = stage.replication(.pull, try Database(), as: authenticator, isContinuous: true)
      await pull.start()
      for await _ in shown { break }
      await pull.stop()
      #expect(pull.status.activity == .stopped)
      #expect(pull.status.lastError == nil)
      let done = try #require(kept.withLock { $0 })
      done(nil, nil)
      #expect(stage.misuses.entries.isEmpty)
      done(nil, nil)
      #expect(stage.misuses.entries == [.calledTwice])
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
      let (shown, show) = AsyncStream.makeStream(of: (URL, URL, LoginContinuation).self)
      let authenticator = stage.authenticator { show.yield(($0, $1, $2)) }
      let one = stage.replication(.pull, try Database(), as: authenticator)
      let two = stage.replication(.push, try Database(), as: authenticator)
      async let outcome = one.run()
      for await (page, redirect, done) in shown {
        await two.start()
        await two.stop()
        done(try await stage.lab.browser.open(page, until: redirect), nil)
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
