import DocgenClocks
import DocgenHTTPClient
import Foundation
import OpenIDClient
import Testing

@Suite struct LoginScreenTests {
  static let redirectURI = URL(string: "com.example.app:/cb")!

  /// A screen whose web view taps the link of the demonstration's page.
  @MainActor private func run(
    _ script: DemoLogin.Script, act: @escaping @MainActor (LoginScreen, URL) -> Void
  ) async -> [LoginScreen.Phase] {
    let clock = ManualClock()
    let screen = LoginScreen(
      DemoLogin(script: script, redirectURI: Self.redirectURI, clock: clock))
    var phases: [LoginScreen.Phase] = []
    screen.onChange = { phase in
      phases.append(phase)
      if case .showing(let page) = phase { act(screen, page) }
    }
    let time = Task {
      while !Task.isCancelled {
        if clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
        await Task.yield()
      }
    }
    await screen.run()
    time.cancel()
    return phases
  }

  private func link(in page: URL) throws -> URL {
    let html = try #require(page.absoluteString.removingPercentEncoding)
    let start = try #require(html.range(of: "href=\""))
    let text = html[start.upperBound...].prefix { $0 != "\"" }
    return try #require(URL(string: String(text).replacing("&amp;", with: "&")))
  }

  @MainActor private func tap(_ screen: LoginScreen, _ page: URL) {
    screen.didLoad()
    #expect(screen.shouldLoad(page))
    #expect(screen.shouldLoad(URL(string: "https://op.example/help")!))
    guard let link = try? link(in: page) else {
      Issue.record("no link in \(page)")
      return
    }
    #expect(!screen.shouldLoad(link))
  }

  private func names(_ phases: [LoginScreen.Phase]) -> [String] {
    phases.map { phase in String("\(phase)".prefix { $0 != "(" }) }
  }

  @MainActor @Test func walksThroughALogin() async {
    let phases = await run(.init(), act: tap)
    #expect(names(phases) == ["showing", "finalizing", "completed"])
    let quick = await run(.init(preparing: nil, finalizing: nil), act: tap)
    #expect(names(quick).first == "showing" && names(quick).last == "completed")
  }

  @Test(arguments: [
    (DemoLogin.Step.preparing, ["failed"]), (.authorizing, ["showing", "failed"]),
    (.finalizing, ["showing", "finalizing", "failed"]),
  ])
  @MainActor func failsWhereItIsTold(_ step: DemoLogin.Step, _ expected: [String]) async {
    let phases = await run(.init(failure: step), act: tap)
    #expect(names(phases) == expected)
  }

  @MainActor @Test func cancels() async {
    let phases = await run(.init()) { screen, _ in screen.cancel() }
    #expect(names(phases) == ["showing", "cancelled"])
  }

  @MainActor @Test func continuesWithAPageThatIsOpen() async throws {
    let flow = DemoLogin(script: .init(preparing: nil), redirectURI: Self.redirectURI)
    try await flow.start(.interactive)
    let screen = LoginScreen(flow)
    var phases: [LoginScreen.Phase] = []
    screen.onChange = { phase in
      phases.append(phase)
      if case .showing = phase { screen.cancel() }
    }
    await screen.run()
    #expect(names(phases) == ["showing", "cancelled"])
  }

  @MainActor @Test func onlyTheFirstPageMustLoad() async {
    let first = await run(.init()) { screen, _ in screen.didFail("no network") }
    #expect(first.last == .failed(message: "the login page could not be shown: no network"))
    let later = await run(.init()) { screen, page in
      screen.didLoad()
      screen.didFail("a picture is missing")
      self.tap(screen, page)
    }
    #expect(later.last == .completed)
  }

  @MainActor @Test func triesAgain() async throws {
    let clock = ManualClock()
    let flow = DemoLogin(
      script: .init(preparing: nil, failure: .preparing), redirectURI: Self.redirectURI,
      clock: clock)
    let screen = LoginScreen(flow)
    await screen.run()
    await screen.run()
    guard case .failed = screen.phase else {
      Issue.record("\(screen.phase)")
      return
    }
    await #expect(throws: ClientError.self) { try await flow.handleFailure("x") }
    await flow.cancel()
    await #expect(flow.state == .cancelled(.byUser))
    try await flow.start(.silent)
    await #expect(flow.state == .cancelled(.notLoggedIn))
  }
}
