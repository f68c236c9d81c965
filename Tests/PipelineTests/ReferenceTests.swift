import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

/// Every file of `Fixtures/Reference` has the symbols of a module, and its pages.
@Suite struct ReferenceTests {
  /// As the message of a deprecation may have them.
  @Test func aLineHasNoLineEnds() {
    #expect(DocumentedLine("Use 'b'\r\nor\nc.").text == "Use 'b' or c.")
  }

  @Test(arguments: Fixture.all(in: "Reference"))
  func describesAModule(_ fixture: Fixture) throws {
    let reference = ModuleReference(
      of: try SymbolGraph(json: "[\(try #require(fixture.text("symbols.json")))]"), module: "Trips",
      root: "/site/", source: fixture.text("source.txt"))
    var text = ""
    for var page in reference.pages {
      let (document, diagnostics) = page.document(SampleContext())
      text += "== \(document.metadata.permalink)\n"
      text += "\(document.metadata.title): \(document.metadata.description ?? "")\n"
      text += page.file.text
      for sample in document.samples {
        text += "sample in \(sample.file), \(sample.document) at \(sample.range)\n"
        text += "  setup \(sample.setup?.lines ?? [])\n"
        for line in sample.lines + (sample.expectedOutput?.lines ?? []) {
          text += "  \(line.number):+\(line.removedColumns) \(line.text)\n"
        }
      }
      text += Self.text(of: diagnostics.map { page.origins.moved($0) })
    }
    text += Self.text(of: reference.diagnostics)
    for (name, symbol) in reference.described.sorted(by: { $0.key < $1.key }) {
      text += "\(name) → \(symbol.target)\n"
    }
    fixture.expect(text)
  }

  private static func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0.location): \($0.message.text) [\($0.id.rawValue)]\n" }.joined()
  }

  /// The author of a comment can correct it in one place.
  @Test func reportsCommentsOnlyWhereTheyAreWritten() {
    let own = LineOrigins.Origin(file: "Sources/Trips/Trip.swift", line: 7, column: 4)
    let page = ReferencePage(
      title: "Trip", id: "Trip", path: "reference/Trips/Trip/index.html", description: nil,
      module: "Trips", lines: ["``Inherited``", DocumentedLine("``Own``", origin: own)])
    var reference = SiteReference()
    reference.pages = [page]
    let problems = [1, 2].map { line in
      let place = SourceRange(line: line, column: 3, length: 1)
      return Diagnostic(
        .staleModule("Trips"), at: SourceLocation(file: page.sourcePath, range: place))
    }
    #expect(reference.moved(problems).map { "\($0.location)" } == ["Sources/Trips/Trip.swift:7:7"])
  }

  /// Whatever the order of the modules is.
  @Test func aTypeIsDescribedByItsOwnModule() {
    let extended = DocumentedSymbol(at: "reference/Trips/Maps.Map/index.html")
    let own = DocumentedSymbol(at: "reference/Maps/Map/index.html")
    var reference = SiteReference()
    reference.add(["Maps.Map": extended, "zoom()": extended], of: "Trips")
    reference.add(["Maps.Map": own, "zoom()": own], of: "Maps")
    #expect(reference.symbols == ["Maps.Map": own, "zoom()": extended])
  }

  @Test func filesAreInTheRepository() {
    var configuration = SiteConfiguration()
    #expect(configuration.fileAddress == nil)
    configuration.repository = "https://code.example.com/trips"
    #expect(configuration.fileAddress == "https://code.example.com/trips/blob/HEAD/")
    configuration.source = "https://code.example.com/trips/1.0/"
    #expect(configuration.fileAddress == "https://code.example.com/trips/1.0/")
  }

  /// The page of a DocC catalog about a type is part of that type's page, unless its links are
  /// relative.
  @Test func typesHaveTheTextOfTheirCatalog() {
    var reference = SiteReference()
    reference.symbols["Trips.Trip"] = DocumentedSymbol(at: "reference/Trips/Trip/index.html")
    reference.pages = [
      ReferencePage(
        title: "Trip", id: "Trips.Trip", path: "reference/Trips/Trip/index.html", description: "",
        module: "Trips", type: "Trip", introduction: [DocumentedLine("A trip.")],
        lines: [DocumentedLine("## Methods")])
    ]
    let article =
      "# ``Trips/Trip-swift.struct``\n@Metadata {\n}\n\nBook <doc:Early>.\n\n## Topics\n"
    var pages = ["Trip.md": article, "Relative.md": article + "[Map](map.md)\n"].sorted {
      $0.key < $1.key
    }.map { name, text in
      let file = SourceFile(path: "Sources/Trips/Trips.docc/\(name)", text: text)
      return ReadPage(page: SourcePage(DocumentParser().parse(file).document))
    }
    reference.takeIn(&pages)
    #expect(pages.map(\.page.summary.source) == ["Sources/Trips/Trips.docc/Relative.md"])
    let page = reference.pages[0]
    #expect(
      page.file.text
        == "A trip.\n\n\n\n\nBook <doc:Early>.\n\n## Topics\n\n\n## Methods\n")
    #expect(page.metadata.aliases.map(\.address) == ["Trips/Trip/index.html"])
    #expect(page.origins[6]?.line == 5)
  }

  @Test func commentsShowImagesOfTheirCatalog() throws {
    let folder = try TemporaryFolder()
    let catalog = "Sources/Trips/Trips.docc"
    try folder.write("png", to: "\(catalog)/Resources/map@2x.png")
    let files = [
      SourceFile(path: "\(catalog)/Trips.md", text: "# ``Trips``\n"),
      SourceFile(path: "content/reference/Trips/Trip/index.md", text: "![Map](map) ![No](gone)\n"),
    ]
    let linked = LinkedFiles(
      of: files.map { SourcePage(DocumentParser().parse($0).document) }, below: folder.url,
      configuration: SiteConfiguration())
    let copy = "\(catalog)/Resources/map@2x.png"
    #expect(linked.targets == ["content/reference/Trips/Trip/map": .file(copy)])
    #expect(linked.copies.map(\.path) == [copy])
  }

  /// With all defaults.
  @Test func examplesOfMembersAreProgramsOfTheirOwn() {
    var context = SampleContext()
    context.defaults.runsAll = true
    context.defaults.session = .page
    context.defaults.comparesPrints = true
    let comment = ["```swift", "let stops = 1", "print(stops) // Prints \"1\"", "```", ""]
    let lines = (comment + comment).enumerated().map { index, text in
      DocumentedLine(text, origin: .init(file: "Trip.swift", line: 3 + index, column: 4))
    }
    var page = ReferencePage(
      title: "Trip", id: "Trips.Trip", path: "reference/Trips/Trip/index.html", description: "",
      module: "Trips", type: "Trip", lines: [DocumentedLine("# Trip"), DocumentedLine("")] + lines)
    let (document, diagnostics) = page.document(context)
    #expect(diagnostics.isEmpty)
    #expect(document.samples.map(\.session) == [nil, nil])
    #expect(document.samples.flatMap(\.expectedPrints).map(\.number) == [5, 10])
    // What adopting writes is about pages.
    context.defaults.runsComments = false
    #expect(page.document(context).document.samples.isEmpty)
  }

  /// The compiler calls the methods of a result builder.
  @Test func asksForNoCommentOnMethodsOfAResultBuilder() throws {
    func symbol(_ path: [String], _ kind: String, _ declaration: String) -> String {
      """
      {"kind": {"identifier": "swift.\(kind)"}, "identifier": {"precise": "\(path.joined())"},
       "pathComponents": \(path), "declarationFragments": [{"kind": "text", "spelling": "\(declaration)"}],
       "location": {"uri": "file:///site/Trip.swift", "position": {"line": 0, "character": 0}}}
      """
    }
    let json = """
      {"symbols": [
        \(symbol(["Stops"], "struct", "@resultBuilder struct Stops")),
        \(symbol(["Stops", "buildBlock(_:)"], "type.method", "static func buildBlock(_ stop: Int)")),
        \(symbol(["Stops", "count()"], "type.method", "static func count()"))
      ], "relationships": [
        {"kind": "memberOf", "source": "StopsbuildBlock(_:)", "target": "Stops"},
        {"kind": "memberOf", "source": "Stopscount()", "target": "Stops"}
      ]}
      """
    let reference = ModuleReference(
      of: try SymbolGraph(json: "[\(json)]"), module: "Trips", root: "/site/")
    #expect(
      reference.diagnostics.compactMap { $0.message.text.firstMatch(of: /'([^']+)'/)?.1 }
        == ["Stops", "Stops.count()"])
  }

  /// A page of comments that are no longer there would be out of date.
  @Test func namesTheToolWhoseOutputIsNone() throws {
    let error = #expect(throws: (any Error).self) { try SymbolGraph(json: "{\"symbols\": 1}") }
    #expect(
      error?.userDescription
        == "'swift-symbolgraph-extract' can't be used: its output is no symbol graph")
  }

  @Test func reportsAFileThatHasChanged() throws {
    let folder = try TemporaryFolder()
    let root = folder.url.path + "/"
    let file = folder.url.appending(path: "Trip.swift")
    try Data("/// A trip.\n/// It is long.\n".utf8).write(to: file)
    let comments = ["A trip.", "It is short."].enumerated().map { index, text in
      DocumentedLine(text, origin: .init(file: "Trip.swift", line: index + 1, column: 4))
    }
    var reference = SiteReference()
    reference.read(Array(comments.prefix(1)), of: "Trips", below: root)
    #expect(reference.diagnostics.isEmpty)
    try Data("/** A leg. */\n".utf8).write(to: folder.url.appending(path: "Leg.swift"))
    reference.read(
      [DocumentedLine("A leg. ", origin: .init(file: "Leg.swift", line: 1, column: 4))],
      of: "Trips",
      below: root)
    #expect(reference.diagnostics.isEmpty)
    reference.read(comments, of: "Trips", below: root)
    let fixture = try #require(Fixture.all(in: "Reference").first)
    fixture.expect(Self.text(of: reference.diagnostics), equals: "expected/stale")
  }
}
