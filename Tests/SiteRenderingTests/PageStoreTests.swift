import DocModel
import DocumentParsing
import Ground
import SiteRendering
import Synchronization
import Testing

/// A page is taken from an earlier build only if it would be the same now.
@Suite struct PageStoreTests {
  /// What a site is rendered from.
  struct Site: Sendable {
    var home = "# Home\n\nTo [the guide](guide.md#step-two--more) and ![](a.png).\n"
    var guide = """
      ---
      title: Guide
      ---
      ## Step two & more

      ```swift runnable id=a
      print(1)
      ```

      ```swift file=Samples/B.swift
      ```
      """
    var other = "# Other\n\nNothing to [see](https://example.com).\n"
    var sampleFile = "let b = 1"
    var output = "1\n"
    var failure = ""
    var transcript = Transcript([
      .init(
        request: .init(
          number: 1, client: "Sample", server: "Gateway", method: "GET", target: "/",
          fields: [.init(name: "Host", value: "x")]), start: 0)
    ])
    var configuration = SiteConfiguration()
    var assets = [CopiedFile(path: "a.png", source: "content/a.png")]
    var colours = "code"

    func render(keepingIn store: (any PageStore)?) -> SiteRenderer.Result {
      let sample = SourceFile(path: "Samples/B.swift", text: sampleFile)
      let parser = DocumentParser(context: SampleContext(sampleFiles: [sample.path: sample]))
      let documents = [("index", home), ("guide", guide), ("other", other)].map { name, text in
        parser.parse(SourceFile(path: "content/\(name).md", text: text)).document
      }
      let outcomes = documents.flatMap(\.samples).map { sample in
        (
          sample.id,
          SampleOutcome(
            id: sample.id, result: .passed, output: output, failure: failure,
            transcript: transcript)
        )
      }
      return SiteRenderer(
        configuration: configuration, templates: Self.templates, assets: assets,
        highlight: { [colours] code, _ in "<\(colours)>\(code)</\(colours)>" }, store: store
      ).render(documents, outcomes: Dictionary(outcomes) { first, _ in first })
    }

    private static let templates = TemplateLibrary(parsing: [
      SourceFile(
        path: "page.mustache",
        text: """
          {{site.title}} {{site.description}} {{site.language}} {{page.title}} {{page.canonical}}
          {{#navigation}}{{title}} {{href}}{{/navigation}}
          {{#breadcrumbs}}{{title}} {{href}}{{/breadcrumbs}}
          {{#previous}}{{title}} {{href}}{{/previous}} {{#next}}{{title}} {{href}}{{/next}}
          {{#sections}}{{{body}}}{{/sections}}
          """),
      SourceFile(path: "redirect.mustache", text: ""),
    ])
  }

  /// Keeps pages in memory.
  private final class Memory: PageStore {
    private let pages = Mutex<[String: String]>([:])
    private let count = Mutex(0)

    var hits: Int { count.withLock { $0 } }

    func key(of ingredients: [String]) -> String { "\(ingredients)" }

    func page(for key: String) -> String? {
      guard let page = pages.withLock({ $0[key] }) else { return nil }
      count.withLock { $0 += 1 }
      return page
    }

    func store(_ page: String, for key: String) { pages.withLock { $0[key] = page } }
  }

  /// A change of a site, with how many of its three pages stay.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kept: Int
    let make: @Sendable (inout Site) -> Void

    init(_ name: String, kept: Int, _ make: @escaping @Sendable (inout Site) -> Void) {
      testDescription = name
      self.kept = kept
      self.make = make
    }
  }

  static let changes = [
    Change("a page's text", kept: 2) { $0.other += "More.\n" },
    Change("a page's title, which all pages show", kept: 0) {
      $0.guide.replace("title: Guide", with: "title: Manual")
    },
    Change("a page's address", kept: 0) {
      $0.guide.replace("title: Guide", with: "title: Guide\npermalink: moved.html")
    },
    Change("an old name that a link begins to use", kept: 1) {
      $0.home.replace("two--more", with: "two-more")
    },
    Change("what a sample prints", kept: 2) { $0.output = "2\n" },
    Change("how a sample fails", kept: 2) {
      $0.guide.replace("runnable id=a", with: "runnable id=a expect=crash")
      $0.failure = "Fatal error"
    },
    Change("what goes over HTTP", kept: 2) {
      $0.transcript.exchanges[0].request.fields[0].value = "y"
    },
    Change("how much goes over HTTP", kept: 2) { $0.transcript.omittedCount = 1 },
    Change("a file that a page shows", kept: 2) { $0.sampleFile = "let b = 2" },
    Change("the colours of code", kept: 2) { $0.colours = "b" },
    Change("the site's title", kept: 0) { $0.configuration.title = "Site" },
    Change("the site's description", kept: 0) { $0.configuration.description = "About" },
    Change("the site's language", kept: 0) { $0.configuration.language = "pt" },
    Change("the site's address", kept: 0) { $0.configuration.baseURL = "https://example.com/" },
    Change("the site's footer", kept: 0) { $0.configuration.footer = "Footer" },
    Change("the source's address", kept: 0) { $0.configuration.repository = "https://a.example" },
    Change("the address for editing", kept: 0) { $0.configuration.edit = "https://a.example/" },
    Change("a word of the theme", kept: 0) { $0.configuration.strings["skip"] = "Jump" },
    Change("the navigation", kept: 0) {
      $0.configuration.navigation = [
        .init(
          title: "Way", target: .address("https://example.com"), items: [],
          location: SourceLocation(file: "content/site.yml"))
      ]
    },
    Change("a heading that a link leads to", kept: 0) {
      $0.guide.replace("Step two", with: "Step 2")
    },
    Change("a file that an image shows", kept: 0) { $0.assets = [] },
  ]

  @Test(arguments: changes) func aChangedPageIsRenderedAgain(_ change: Change) {
    let store = Memory()
    let before = Site().render(keepingIn: store)
    #expect(store.hits == 0 && before.pageCount == 3)
    var site = Site()
    change.make(&site)
    let fresh = site.render(keepingIn: nil)
    #expect(site.render(keepingIn: store).files == fresh.files)
    #expect(store.hits == change.kept)
    if change.kept > 0 { #expect(fresh.files != before.files) }
    // And back.
    #expect(Site().render(keepingIn: store).files == before.files)
    #expect(store.hits == change.kept + 3)
  }

  @Test func aPageWithProblemsIsNotKept() {
    let store = Memory()
    var site = Site()
    site.configuration.title = "T"
    let templates = TemplateLibrary(parsing: [
      SourceFile(path: "page.mustache", text: "{{>*site.title}}"),
      SourceFile(path: "redirect.mustache", text: ""),
    ])
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: "# A\n")).document
    for _ in 0..<2 {
      let result = SiteRenderer(
        configuration: site.configuration, templates: templates, assets: [], store: store
      ).render([document], outcomes: [:])
      #expect(!result.diagnostics.isEmpty)
    }
    #expect(store.hits == 0)
  }
}
