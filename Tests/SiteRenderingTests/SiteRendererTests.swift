import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Foundation
import Testing

/// Every file of `Fixtures` has a small site and what it renders to.
@Suite struct SiteRendererTests {
  @Test(arguments: Fixture.all())
  func rendersSite(_ fixture: Fixture) throws {
    let result = try SmallSite(fixture).render()
    let messages = result.diagnostics.sortedByLocation().map { diagnostic in
      "\(diagnostic.location): \(diagnostic.severity): \(diagnostic.message.text) [\(diagnostic.id.rawValue)]\n"
    }
    // A site with errors is never written; what it would be does not matter. Others test the files
    // for programs.
    let files = result.diagnostics.containsError ? [] : result.files.filter { !$0.isForPrograms }
    let texts = files.sorted { $0.path < $1.path }
      .map { "== \($0.path)\n\(String(decoding: $0.bytes, as: UTF8.self))" }
    fixture.expect((messages + texts).joined())
  }

  @Test(arguments: [
    (1, 2, "the first 1 of 3 requests"), (0, 1, "none of 1 request"), (1, 0, "1 request"),
    (2, 0, "2 requests, 1 distinct"),
  ])
  func tellsHowManyRequestsAreShown(_ shown: Int, _ further: Int, _ words: String) throws {
    let parser = DocumentParser()
    let document = parser.parse(
      SourceFile(path: "content/a.md", text: "# A\n\n```swift runnable\n```\n")
    ).document
    let request = Transcript.Request(
      number: 1, client: "Sample", server: "Gateway", method: "GET", target: "/")
    let transcript = Transcript(
      (0..<shown).map { .init(request: request, start: $0) }, omittedCount: further)
    let id = try #require(document.samples.first?.id)
    let result = SiteRenderer(configuration: .init(), templates: .pages(), assets: [])
      .render(
        [document], outcomes: [id: SampleOutcome(id: id, result: .passed, transcript: transcript)])
    let html = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(html.contains(">What went over the wire: \(words)<"), "\(html)")
  }

  /// The preview shows what a failed sample printed, not what it should have.
  @Test func showsWhatFailed() {
    let text = "```swift runnable id=a\nprint(1)\n```\n```output\n2\n```\n"
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: text)).document
    let id = document.samples[0].id
    let result = SiteRenderer(configuration: .init(), templates: .pages(), assets: [])
      .render([document], outcomes: [id: SampleOutcome(id: id, result: .failed, output: "1\n")])
    let html = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(html.contains("<span aria-hidden=\"true\">○</span> Failed</p>"), "\(html)")
    #expect(html.contains("<samp>1\n</samp>"), "\(html)")
  }

  /// Below the sample are the requests, as a drawing and as a list; headers and bodies are on a
  /// page of their own.
  @Test func showsAnExchange() throws {
    let file = SourceFile(path: "content/index.md", text: "```swift runnable id=a\n```\n")
    let document = DocumentParser().parse(file).document
    var exchange = Transcript.Exchange(
      request: .init(
        number: 1, client: "Sample", server: "Gateway", method: "GET", target: "/<a>",
        fields: [.init(name: "Host", value: "x")]), start: 0)
    exchange.response = .init(number: 1, status: 200, body: .text("{}"))
    exchange.end = 1
    let id = document.samples[0].id
    let outcome = SampleOutcome(id: id, result: .passed, transcript: Transcript([exchange]))
    let result = SiteRenderer(configuration: .init(), templates: .pages(), assets: [])
      .render(
        [document], outcomes: [id: outcome])
    let html = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(html.contains("What went over the wire: 1 request<"))
    #expect(html.contains("<code>GET /&lt;a&gt;</code> <span>Sample to Gateway</span>"))
    #expect(html.contains("href=\"transcripts/index/a.html\""))
    let transcript = try #require(result.files.first { $0.path == "transcripts/index/a.html" })
    let text = String(decoding: transcript.bytes, as: UTF8.self)
    #expect(text.contains("<a href=\"../../index.html#sample-a\">"))
    #expect(text.contains("<p>Sample → Gateway</p>"))
    #expect(text.contains("GET /&lt;a&gt; HTTP/1.1\nHost: x\n</code>"))
    #expect(text.contains("HTTP/1.1 200 OK\n\n{}\n</code>"))
    #expect(!(html + text).contains("<a>"))
  }

  /// The theme's own pages: a list of all pages, and one for addresses that don't exist, whose
  /// links lead somewhere from any folder.
  @Test func rendersPagesOfTheTheme() throws {
    let result = try SmallSite(Fixture.named("home")).render(
      adding: [
        ("listing", "{{#tree}}{{>tree}}{{/tree}}"),
        (
          "tree",
          "{{title}} {{href}} {{anchor}}({{#items}}{{>tree}}{{/items}})"
        ), ("missing", "{{page.title}} {{site.theme}} {{site.home}}"),
      ])
    let texts = Dictionary(
      uniqueKeysWithValues: result.files.map {
        ($0.path, String(decoding: $0.bytes, as: UTF8.self))
      })
    #expect(texts["404.html"] == "No page here /docs/theme /docs/index.html")
    let listing = try #require(texts["contents/index.html"])
    #expect(
      listing.contains("Extra ../extra/index.html (One ../extra/one/index.html ()Two"))
    #expect(!listing.contains("Home"))
  }

  /// A navigation of more than 40 pages shows only the branch of the page, and of a long level only
  /// the entries around it.
  @Test(arguments: [
    (1, 20, 1...20, 1...20), (1, 21, nil, 1...21), (70, 161, nil, 50...89), (1, 81, nil, 1...40),
    (81, 81, nil, 42...81),
  ])
  func prunesALongNavigation(
    _ page: Int, _ count: Int, _ ofOther: ClosedRange<Int>?, _ ofOwn: ClosedRange<Int>
  ) throws {
    let documents = ["a", "b"].flatMap { folder in
      (1...count).map { number in
        DocumentParser().parse(
          SourceFile(
            path: "content/\(folder)/\(number).md",
            text: "---\ntitle: \(number)\norder: \(number)\n---\n")
        ).document
      }
    }
    let templates = TemplateLibrary(parsing: [
      SourceFile(
        path: "page.mustache",
        text: "{{#navigation}}{{title}}:{{#items}} {{title}}{{/items}} {{more}};{{/navigation}}"),
      SourceFile(path: "listing.mustache", text: ""),
      SourceFile(path: "redirect.mustache", text: ""),
    ])
    let result = SiteRenderer(configuration: .init(), templates: templates, assets: [])
      .render(documents, outcomes: [:])
    let file = try #require(result.files.first { $0.path == "b/\(page)/index.html" })
    func titles(_ range: ClosedRange<Int>) -> String { range.map { " \($0)" }.joined() + " ;" }
    let own = titles(ofOwn).replacing(ofOwn.count < count ? " ;" : "\n", with: " Contents ;")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "A:\(ofOther.map(titles) ?? " ../../contents/index.html#a;")B:\(own)")
  }

  /// The same input gives the same bytes, with any order of hashing.
  @Test func rendersTheSameTwice() throws {
    for fixture in Fixture.all() {
      let site = try SmallSite(fixture)
      let (first, second) = (try site.render(), try site.render())
      #expect(first.files == second.files)
    }
  }
}
