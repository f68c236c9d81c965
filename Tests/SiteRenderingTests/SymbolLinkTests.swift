import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Testing

/// Where names of symbols in code lead.
@Suite struct SymbolLinkTests {
  /// Names in double backquotes lead to the sections about them; other code leads nowhere.
  @Test func linksSymbols() throws {
    let text = """
      # Guide

      ``Trip/+(_:_:)``, ``Trip//(_:_:)-2a1b``, ``Trip/==(_:_:)``

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
      ].mapValues { DocumentedSymbol(at: $0) }
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
    #expect(html[0].contains("#plus\"><code>+(_:_:)</code></a>"), "\(html[0])")
    #expect(html[0].contains("#by\"><code>/(_:_:)</code></a>"))
    #expect(html[0].contains(">About <code>Trip</code></h2>"))
    #expect(html[1].contains("<p><a href=\"#go\"><code>Trip.go</code></a></p>"), "\(html[1])")
    #expect(
      result.diagnostics.map { "\($0.location): \($0.message.text)" } == [
        "content/index.md:9:5: no public symbol of the documented modules is called 'Trpi'; the nearest "
          + "is 'Trip'"
      ])
  }

  /// Two modules have a type of the same name.
  @Test func linksTheSymbolsOfItsOwnModule() {
    let text =
      "# Mock\n\n``Side``, ``A/Side``, `Side`, `A.Side`, `Dog`, ``Dog``\n\n![Map](map)\n"
    let page = SourceFile(path: "content/reference/B/Mock/index.md", text: text)
    let names = ["A": "A", "B": "B", "Side": "A/Side", "Dog": "A/Dog"]
    let whole = Dictionary(
      uniqueKeysWithValues: ["A/Side", "A/Dog", "B/Side", "B/A.Side"].map { ($0, $0) })
    let symbols = Dictionary(
      uniqueKeysWithValues: names.merging(whole) { $1 }.map { name, path in
        (name.replacing("/", with: "."), "reference/\(path)/index.html")
      })
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [],
      symbols: symbols.mapValues { DocumentedSymbol(at: $0) }
    ).render([DocumentParser().parse(page).document], outcomes: [:])
    let file = result.files.first { !$0.isForPrograms }
    let html = String(decoding: file?.bytes ?? [], as: UTF8.self)
    let links = html.matches(of: /href="([^"]+)"><code>/).map { String($0.1) }
    #expect(
      links
        == ["B/Side", "A/Side", "B/Side", "A/Side", "A/Dog"].map { path in
          path.hasPrefix("B/") ? "../\(path.dropFirst(2))/index.html" : "../../\(path)/index.html"
        }, "\(html)")
    #expect(
      result.diagnostics.map(\.message.text) == [
        "there is no image 'map'; put it into the module's DocC catalog, 'B.docc'"
      ])
  }

  /// Most members of a type that the module extends are those of its own module.
  @Test func linksTheMembersOfAnExtendedType() {
    let page = SourceFile(
      path: "content/reference/Trips/Maps.Map.Tile/index.md",
      text: "# Map.Tile\n\n``zoom``, ``Map``\n")
    let symbols = [
      "Trips": "Trips/index.html", "Map": "Maps/Map/index.html",
      "Map.Tile.zoom": "Maps/Map.Tile/index.html#zoom",
    ].mapValues { DocumentedSymbol(at: "reference/\($0)") }
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [], symbols: symbols
    ).render([DocumentParser().parse(page).document], outcomes: [:])
    #expect(result.diagnostics.map(\.message.text) == [])
    let file = result.files.first { !$0.isForPrograms }
    let html = String(decoding: file?.bytes ?? [], as: UTF8.self)
    #expect(html.contains("Maps/Map.Tile/index.html#zoom\"><code>zoom"), "\(html)")
  }

  /// A page that nobody edited leads to where the package's symbols are now.
  @Test func followsASymbolThatMoves() {
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: "``Trip``\n"))
      .document
    var records: [String: PageRecord] = [:]
    for (target, cachedCount) in [("one.html", 0), ("one.html", 1), ("two.html", 0)] {
      let renderer = SiteRenderer(
        configuration: .init(), templates: .pages(), assets: [],
        symbols: ["Trip": DocumentedSymbol(at: target)],
        earlier: Lazy(records))
      let result = renderer.render([document], outcomes: [:]).result
      #expect(result.cachedPageCount == cachedCount, "\(target)")
      records = result.records
    }
  }

  /// Members of the article's type, names with the module, and a catalog whose module has no
  /// reference.
  @Test func linksSymbolsInCatalogs() {
    let text =
      "# ``Trips/Trip``\n\n``go``, ``Trips/Trip/go-2a1b``, <doc:Trip/Stop/name>, ``gone``\n\n"
      + "<doc:#See-also>\n\n## See also\n"
    let files = ["Trips", "Hotels"].map { module in
      SourceFile(path: "Sources/\(module)/\(module).docc/Trip.md", text: text)
    }
    let reference = SourceFile(
      path: "content/reference/Trips/Trip/index.md",
      text:
        "## name\n\n<doc:/documentation/Trips/Trip/Stop/name>\n\n- ``Trip/go``\n- ``Trip/go-2a1b``\n"
    )
    let documents = (files + [reference]).map { DocumentParser().parse($0).document }
    let names = ["Trip", "Trip.go", "Trip.Stop.name"].flatMap { [$0, "Trips.\($0)"] }
    let symbols = ["Trips": "reference/Trips/index.html"].merging(
      names.map { ($0, "reference/Trips/Trip/index.html#\($0.split(separator: ".").last ?? "")") }
    ) { $1 }
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [],
      symbols: symbols.mapValues { DocumentedSymbol(at: $0, summary: "Goes.") }
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
    #expect(!result.diagnostics.contains { $0.location.file == reference.path })
    let page = result.files.first { $0.path == "reference/Trips/Trip/index.html" }
    let go = "<li><a href=\"#go\"><code>go</code></a>"
    // Which overload has the hash is unknown.
    let topics = "\(go)\n<br>Goes.\n</li>\n\(go)\n</li>"
    let shown = String(decoding: page?.bytes ?? [], as: UTF8.self)
    #expect(shown.contains(topics), "\(shown)")
  }
}
