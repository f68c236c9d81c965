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

  /// Names in double backquotes lead to the sections about them; other code leads nowhere.
  @Test func linksSymbols() throws {
    let text = """
      # Guide

      ``Trip/+(_:_:)``, ``Trip//(_:_:)-2a1b``, ``Trip/*(_:_:)``

      ``Trip``, ``Trip.go`` and `Trip` in *``Trip``*, [``Trip``](https://example.com/)

      ## About ``Trip``

      > ``Trpi``
      """
    let pages = [("index.md", text), ("reference/Trip/index.md", "# Trip\n\n## Go\n\n`Trip.go`\n")]
    let documents = pages.map { path, text in
      DocumentParser().parse(SourceFile(path: "content/\(path)", text: text)).document
    }
    let target = "reference/Trip/index.html"
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [],
      symbols: [
        "Trip": target, "Trip.go": "\(target)#go", "Trip.+(_:_:)": "\(target)#plus",
        "Trip./(_:_:)": "\(target)#by",
      ]
    ).render(documents, outcomes: [:])
    let html = result.files.filter { !$0.isForPrograms }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    #expect(
      html[0].contains(
        """
        <p><a href="\(target)"><code>Trip</code></a>, <a href="\(target)#go"><code>Trip.go</code></a> \
        and <code>Trip</code> in <em><a href="\(target)"><code>Trip</code></a></em>, \
        <a href="https://example.com/"><code>Trip</code></a></p>
        """), "\(html[0])")
    #expect(html[0].contains("#plus\"><code>Trip/+(_:_:)</code></a>"), "\(html[0])")
    #expect(html[0].contains("#by\"><code>Trip//(_:_:)</code></a>"))
    #expect(html[0].contains(">About <code>Trip</code></h2>"))
    #expect(html[1].contains("<p><a href=\"#go\"><code>Trip.go</code></a></p>"), "\(html[1])")
    #expect(
      result.diagnostics.map { "\($0.location): \($0.message.text)" } == [
        "content/index.md:3:44: no public symbol of the documented modules is called 'Trip/*(_:_:)'; the "
          + "nearest is 'Trip.+(_:_:)'",
        "content/index.md:9:5: no public symbol of the documented modules is called 'Trpi'; the nearest "
          + "is 'Trip'",
      ])
  }

  /// Two modules have a type of the same name.
  @Test func linksTheSymbolsOfItsOwnModule() {
    let text =
      "# Mock\n\n``Side``, ``A/Side``, `Side`, `A.Side`, `Dog`, ``Dog``, `GoodDog`\n\n![Map](map)\n"
    let page = SourceFile(path: "content/reference/B/Mock/index.md", text: text)
    let names = ["A": "A", "B": "B", "Side": "A/Side", "Dog": "A/Dog", "GoodDog": "A/Dog"]
    let whole = Dictionary(
      uniqueKeysWithValues: ["A/Side", "A/Dog", "B/Side", "B/A.Side"].map { ($0, $0) })
    let symbols = Dictionary(
      uniqueKeysWithValues: names.merging(whole) { $1 }.map { name, path in
        (name.replacing("/", with: "."), "reference/\(path)/index.html")
      })
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [], symbols: symbols
    ).render([DocumentParser().parse(page).document], outcomes: [:])
    let file = result.files.first { !$0.isForPrograms }
    let html = String(decoding: file?.bytes ?? [], as: UTF8.self)
    let links = html.matches(of: /href="([^"]+)"><code>/).map { String($0.1) }
    #expect(
      links
        == ["B/Side", "A/Side", "B/Side", "A/Side", "A/Dog", "A/Dog"].map { path in
          path.hasPrefix("B/") ? "../\(path.dropFirst(2))/index.html" : "../../\(path)/index.html"
        }, "\(html)")
    #expect(
      result.diagnostics.map(\.message.text) == [
        "there is no image 'map'; put it into the module's DocC catalog, 'B.docc'"
      ])
  }

  /// A page that nobody edited leads to where the package's symbols are now.
  @Test func followsASymbolThatMoves() {
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: "``Trip``\n"))
      .document
    var records: [String: PageRecord] = [:]
    for (target, cachedCount) in [("one.html", 0), ("one.html", 1), ("two.html", 0)] {
      let renderer = SiteRenderer(
        configuration: .init(), templates: .pages(), assets: [], symbols: ["Trip": target],
        earlier: Lazy(records))
      let result = renderer.render([document], outcomes: [:]).result
      #expect(result.cachedPageCount == cachedCount, "\(target)")
      records = result.records
    }
  }

  /// Members of the article's type, names with the module, and a catalog whose module has no reference.
  @Test func linksSymbolsInCatalogs() {
    let text =
      "# ``Trips/Trip``\n\n``go``, ``Trips/Trip/go-2a1b``, <doc:Trip/Stop/name>, ``gone``\n\n"
      + "<doc:#See-also>\n\n## See also\n"
    let files = ["Trips", "Hotels"].map { module in
      SourceFile(path: "Sources/\(module)/\(module).docc/Trip.md", text: text)
    }
    let reference = SourceFile(path: "content/reference/Trips/Trip/index.md", text: "## name\n")
    let documents = (files + [reference]).map { DocumentParser().parse($0).document }
    let names = ["Trip", "Trip.go", "Trip.Stop.name"].flatMap { [$0, "Trips.\($0)"] }
    let symbols = ["Trips": "reference/Trips/index.html"].merging(
      names.map { ($0, "reference/Trips/Trip/index.html#\($0.split(separator: ".").last ?? "")") }
    ) { $1 }
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [], symbols: symbols
    ).render(documents, outcomes: [:])
    let html = String(decoding: result.files[0].bytes, as: UTF8.self)
    let links = html.matches(of: /Trip\/index.html#(\w+)/).map { String($0.1) }
    #expect(links == ["go", "go", "name"], "\(html)")
    #expect(html.contains("#name\"><code>name</code></a>"))
    #expect(html.contains("<a href=\"#see-also\">See also</a>"), "\(html)")
    #expect(
      result.diagnostics.filter { $0.id == .unknownSymbol }.map {
        "\($0.location.file) \($0.severity)"
      } == ["Sources/Trips/Trips.docc/Trip.md warning"])
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

  /// The theme's own pages: a list of all pages, and one for addresses that don't exist, whose links
  /// lead somewhere from any folder.
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

  /// A navigation of more than 40 pages shows only the branch of the page, and of a long level only the
  /// entries around it.
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

extension RenderedFile {
  /// Whether it is a copy in Markdown, or a list of the site's pages for programs.
  fileprivate var isForPrograms: Bool {
    [".md", ".png", ".txt", ".xml"].contains(where: path.hasSuffix)
  }
}

/// A site of a fixture, rendered with templates that show every value of a page.
private struct SmallSite {
  let files: [SourceFile]
  let assets: [CopiedFile]

  init(_ fixture: Fixture) throws {
    let sources = fixture.inputs.filter { $0.name.hasSuffix(".md") || $0.name.hasSuffix(".yml") }
    files = try sources.map { try SourceFile(path: "content/\($0.name)", bytes: $0.bytes) }
    assets = fixture.inputs.filter { $0.name.hasSuffix(".png") || $0.name.hasSuffix(".txt") }
      .map {
        CopiedFile(path: $0.name, source: "content/\($0.name)", size: ImageSize(of: $0.bytes))
      }
  }

  private static let templates = [
    SourceFile(
      path: "page.mustache",
      text: """
        {{#page.showsTitle}}
        <title-heading>{{page.title}}</title-heading>
        {{/page.showsTitle}}
        {{#navigation}}
        {{>navigation}}
        {{/navigation}}
        {{#breadcrumbs}}
        crumb {{title}} {{href}}{{#isCurrent}} (here){{/isCurrent}}
        {{/breadcrumbs}}
        {{#contents}}
        toc {{title}} {{href}}{{#items}} [{{title}} {{href}}]{{/items}}

        {{/contents}}
        {{#previous}}
        previous {{title}} {{href}}
        {{/previous}}
        {{#next}}
        next {{title}} {{href}}
        {{/next}}
        {{#page.description}}
        description {{page.description}}
        {{/page.description}}
        {{#page.canonical}}
        canonical {{page.canonical}}
        {{/page.canonical}}
        {{#moved}}
        moved {{id}} {{href}} {{title}}
        {{/moved}}
        {{#page.edit}}
        edit {{page.edit}}
        {{/page.edit}}
        {{#page.figures}}
        figures {{text}} {{isWhole}}
        {{/page.figures}}
        {{#top}}
        top {{title}} {{href}} {{isOpen}}
        {{/top}}
        {{#site.logo}}
        site {{site.logo}} {{site.footer}} {{site.repository}} {{site.contents}} {{site.toolchain}}
        {{/site.logo}}
        {{#page.isHomeLayout}}
        {{#ways}}
        way {{title}} {{href}}
        {{/ways}}
        hero {{{hero}}}
        {{#site.figures}}
        figures {{count}} {{rest}} {{isWhole}}
        {{/site.figures}}
        {{>groups}}
        {{/page.isHomeLayout}}
        {{#sections}}
        {{{heading}}}{{{body}}}
        {{#hasAside}}
        <beside>{{{aside}}}</beside>
        {{/hasAside}}
        {{/sections}}

        """),
    SourceFile(
      path: "navigation.mustache",
      text: """
        nav {{title}} {{href}}{{#isCurrent}} (here){{/isCurrent}}
        {{#items}}
          {{>navigation}}
        {{/items}}

        """),
    SourceFile(
      path: "redirect.mustache", text: "to {{href}}\n{{#moved}}\n{{id}} to {{href}}\n{{/moved}}\n"),
    SourceFile(
      path: "groups.mustache",
      text: """
        {{#groups}}
        group {{title}}
        {{#pages}}
          {{title}} {{href}} {{description}}{{#figures}} {{text}} {{isWhole}}{{/figures}}
        {{/pages}}
        {{/groups}}

        """),
  ]

  func render(adding templates: [(name: String, text: String)] = []) throws
    -> FilesOfSite
  {
    var configuration = SiteConfiguration()
    var diagnostics: [Diagnostic] = []
    var documents: [ParsedDocument] = []
    for file in files {
      if file.path == "content/site.yml" {
        let result = SiteConfigurationReader.read(file)
        configuration = result.configuration
        diagnostics += result.diagnostics
      } else {
        let result = DocumentParser().parse(file)
        documents.append(result.document)
        diagnostics += result.diagnostics
      }
    }
    let outcomes = documents.flatMap(\.samples).map { sample in
      (sample.id, SampleOutcome(id: sample.id, result: .passed, output: "really <printed>\n"))
    }
    let pages = IndexPages.prepared(documents.map { SourcePage($0) }, title: &configuration.title)
    let renderer = SiteRenderer(
      configuration: configuration,
      templates: TemplateLibrary(
        parsing: Self.templates
          + templates.map { SourceFile(path: "\($0.name).mustache", text: $0.text) }),
      toolchain: "Swift 6", assets: assets)
    var result = renderer.render(
      pages.map(\.document), outcomes: Dictionary(outcomes, uniquingKeysWith: { first, _ in first })
    )
    result.diagnostics = diagnostics + result.diagnostics
    return result
  }
}
