import DocgenDocModel
import DocgenHTTPClient
import DocgenPipeline
import DocgenTestSupport
import Foundation
import Testing
@testable import DocgenProgram

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.fewAtOnce) struct PreviewServerTests {
  private let folder: TemporaryFolder
  private let site: PreviewSite

  init() throws {
    folder = try TemporaryFolder()
    site = PreviewSite(SiteWriter(output: folder.url.appending(path: "site")))
  }

  private func serving(
    _ test: (URL, PreviewServer) async throws -> Void
  ) async throws {
    let server = try PreviewServer(site: site, host: "127.0.0.1", port: 0)
    _ = try SiteWriter(output: folder.url.appending(path: "site")).write([
      RenderedFile(path: "index.html", text: "<html><body>home</body></html>"),
      RenderedFile(path: "guides/login/index.html", text: "<body>login</body>"),
      RenderedFile(path: "theme/theme.css", text: "a{}"), RenderedFile(path: "é.txt", text: "é"),
    ])
    await site.show()
    try await test(try #require(URL(string: "http://127.0.0.1:\(server.port)")), server)
    await server.stop()
  }

  private func get(
    _ url: URL, host: String? = nil, method: String = "GET"
  ) async throws -> (status: Int, text: String, headers: HTTPURLResponse) {
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let host { request.setValue(host, forHTTPHeaderField: "Host") }
    let session = URLSession(
      configuration: .ephemeral, delegate: RedirectStop(), delegateQueue: nil)
    let (data, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    return (http.statusCode, String(decoding: data, as: UTF8.self), http)
  }

  @Test func servesPagesWithTheReloadScript() async throws {
    try await serving { url, _ in
      let page = try await get(url.appending(path: "/"))
      #expect(page.status == 200)
      #expect(page.text.contains("home<script src=\"/_docgen/reload.js\"></script>\n</body>"))
      #expect(page.headers.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
      let css = try await get(url.appending(path: "theme/theme.css"))
      #expect(css.text == "a{}")
      try await #expect(get(url.appending(path: "é.txt")).text == "é")
      let script = try await get(url.appending(path: "_docgen/reload.js"))
      #expect(script.text.contains("EventSource"))
    }
  }

  @Test func leadsToTheFolderOfAPage() async throws {
    try await serving { url, _ in
      let answer = try await get(url.appending(path: "guides/login"))
      #expect(answer.status == 301)
      #expect(answer.headers.value(forHTTPHeaderField: "Location") == "/guides/login/")
      try await #expect(get(url.appending(path: "guides/login/")).text.contains("login"))
    }
  }

  @Test(arguments: ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/nothing", "/theme", "/%00"])
  func answersNothingElse(_ path: String) async throws {
    try await serving { url, _ in
      let answer = try await get(try #require(URL(string: url.absoluteString + path)))
      #expect(answer.status == 404)
    }
  }

  @Test func answersToItsOwnNamesOnly() async throws {
    try await serving { url, _ in
      try await #expect(get(url, host: "evil.example").status == 403)
      try await #expect(get(url, host: "127.0.0.1.evil.example").status == 403)
      try await #expect(get(url, host: "localhost:1").status == 200)
      try await #expect(get(url, host: "[::1]:1").status == 200)
    }
  }

  @Test func canOnlyBeRead() async throws {
    try await serving { url, _ in
      let answer = try await get(url, method: "POST")
      #expect(answer.status == 405)
      #expect(answer.headers.value(forHTTPHeaderField: "Allow") == "GET, HEAD")
    }
  }

  @Test func tellsBrowsersWhatHappens() async throws {
    try await serving { url, server in
      var events = try EventStream(of: url)
      while await site.listenerCount < 1 { await Task.yield() }
      await site.show(problems: "content/a.md:1:1: error: no\n  second line")
      try await #expect(events.next() == [": listening"])
      try await #expect(events.next() == ["event: reload", "data:"])
      var next = try EventStream(of: url)
      try await #expect(next.next() == [": listening"])
      let problems = ["data: content/a.md:1:1: error: no", "data:   second line"]
      try await #expect(next.next() == ["event: problems"] + problems)
    }
  }

  @Test func browsersReloadOnlyIfSomethingDiffers() async throws {
    try await serving { url, server in
      var events = try EventStream(of: url)
      while await site.listenerCount < 1 { await Task.yield() }
      await site.show(isChanged: false)
      await site.show(problems: "no", isChanged: false)
      await site.show(problems: "no", isChanged: false)
      try await #expect(events.next() == [": listening"])
      try await #expect(events.next() == ["event: reload", "data:"])
      await server.stop()
      try await #expect(events.next() == [])
    }
  }

  @Test func showsTheSiteWhileThereAreProblems() async throws {
    try await serving { url, _ in
      await site.show(problems: "no")
      try await #expect(get(url).text.contains("home"))
    }
  }
}
