import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import LoopbackLogin
import OpenIDClient
import OpenIDProviderMock
import Testing

@Suite(.fewAtOnce) struct BrowserTests {
  @Test func fillsTheFormAndPressesTheButton() async throws {
    try await Stage.open(login: .form) { stage in
      try await #expect(stage.client().logIn(with: stage.browser).subject == "a-1")
      let denying = ScriptedBrowser(fields: stage.browser.fields, button: "deny")
      let client = stage.client { $0.scope = ["openid"] }
      _ = try? await client.logIn(with: denying)
      guard case .failed(.authorization(let refusal)) = await client.state else {
        Issue.record("\(await client.state)")
        return
      }
      #expect(refusal.code == .accessDenied)
    }
  }

  @Test func keepsItsSessionForTheNextLogin() async throws {
    try await Stage.open(login: .form) { stage in
      _ = try await stage.client { $0.parameters = [:] }.logIn(with: stage.browser)
      let forms = await stage.count("/login")
      var nameless = stage.browser
      nameless.fields = [:]
      let next = stage.client(seed: 3) { settings in
        settings.scope = ["openid"]
        settings.parameters = [:]
      }
      try await #expect(next.logIn(with: nameless).subject == "a-1")
      // Only consent, no password.
      await #expect(stage.count("/login") <= forms + 1)
    }
  }

  @Test func saysWhereItStopped() async throws {
    try await Stage.open(login: .form) { stage in
      let wrong = ScriptedBrowser(fields: ["username": "alice", "password": "guess"])
      let client = stage.client()
      _ = try? await client.logIn(with: wrong)
      #expect(await client.state.name == "failed")
      let stranger = stage.client { $0.clientID = "nobody" }
      let reason =
        "a page with status 400 at '/authorize': No client 'nobody' is registered here; registered: "
        + "'app', 'web client:+%&', 'es'."
      await #expect(throws: ClientError.browser(reason)) {
        try await stranger.logIn(with: stage.browser)
      }
    }
    let listener = try HTTPListener { request in
      HTTPResponse(
        status: request.path == "/loop" ? 302 : 200,
        headers: ["Location": "/loop"], text: "<p>nothing</p>")
    }
    let base = "http://127.0.0.1:\(listener.port)"
    let redirectURI = Stage.redirectURI
    for (path, problem) in [
      ("/loop", ScriptedBrowser.Problem.endless), ("/page", .stopped(status: 200, path: "/page")),
    ] {
      await #expect(throws: problem) {
        try await ScriptedBrowser().open(URL(string: base + path)!, until: redirectURI)
      }
    }
    try await #expect(
      ScriptedBrowser().open(URL(string: base + "/page")!, until: nil).url.path() == "/page")
    await #expect(throws: ScriptedBrowser.Problem.unknownScheme("ftp")) {
      try await ScriptedBrowser().open(URL(string: "ftp://x/")!, until: redirectURI)
    }
    await listener.stop()
  }

  @Test(arguments: [OpenIDClient.ResponseMode.query, .formPost])
  func comesBackOnALoopbackPort(_ mode: OpenIDClient.ResponseMode) async throws {
    try await Stage.open { stage in
      let transport = DefaultTransport()
      let browser = try LoopbackBrowser { url in
        // What a person's browser does, with a detour for an icon.
        let scripted = ScriptedBrowser()
        let home = URL(string: "http://127.0.0.1:9/none")!
        Task {
          var icon = url
          icon.append(path: "favicon.ico")
          _ = try? await transport.send(TransportRequest(url: icon))
          _ = try? await scripted.open(url, until: home)
        }
      }
      let client = stage.client { settings in
        settings.redirectURI = browser.redirectURI
        settings.responseMode = mode
      }
      try await #expect(client.logIn(with: browser).subject == "a-1")
    }
  }

  @Test func waitsForNoRedirectThatCannotArrive() async throws {
    try await Stage.open { stage in
      let browser = try LoopbackBrowser { _ in throw CocoaError(.fileNoSuchFile) }
      let other = URL(string: "http://127.0.0.1/callback")!
      for address in [other, browser.redirectURI.appending(path: "2")] {
        let client = stage.client { $0.redirectURI = address }
        let error = await #expect(throws: ClientError.self) {
          try await client.logIn(with: browser)
        }
        #expect(error?.description.contains("listens at '\(browser.redirectURI)'") == true)
      }
    }
  }

  @Test func stopsListeningWhenThereIsNoBrowser() async throws {
    let browser = try LoopbackBrowser { _ in throw CocoaError(.fileNoSuchFile) }
    await #expect(throws: CocoaError.self) {
      try await browser.open(URL(string: "https://op.example/")!, until: browser.redirectURI)
    }
    await #expect(throws: ClientError.self) {
      try await browser.open(URL(string: "https://op.example/")!, until: browser.redirectURI)
    }
    await #expect(throws: TransportError.self) {
      try await DefaultTransport().send(TransportRequest(url: browser.redirectURI))
    }
  }

  @Test func stopsListeningWhenTheLoginIsCancelled() async throws {
    let (shown, show) = AsyncStream.makeStream(of: Void.self)
    let browser = try LoopbackBrowser { _ in show.yield() }
    let task = Task {
      try await browser.open(URL(string: "https://op.example/")!, until: browser.redirectURI)
    }
    for await _ in shown { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: TransportError.self) {
      try await DefaultTransport().send(TransportRequest(url: browser.redirectURI))
    }
  }
}
