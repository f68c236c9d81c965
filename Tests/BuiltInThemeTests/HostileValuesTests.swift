import DocgenBuiltInTheme
import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenJSON
import DocgenSiteRendering
import Foundation
import DocgenTestSupport
import Testing

/// Whatever authors and samples write stays text: it adds no element and no attribute to any file.
@Suite struct HostileValuesTests {
  private static let hostile = "</script><b onclick=\"x\"> ]]> ' & \u{1}\u{2028}"

  @Test func addNoElementAndNoAttribute() throws {
    let harmless = try Self.files(writing: "harmless", in: "name")
    let files = try Self.files(writing: Self.hostile, in: "na\"me<b>&'")
    #expect(files.count == harmless.count)
    for (file, other) in zip(files, harmless) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let otherText = String(decoding: other.bytes, as: UTF8.self)
      switch file.path.split(separator: ".").last {
      case "html", "xml":
        #expect(Self.structure(of: text) == Self.structure(of: otherText), "\(file.path)")
      // The author's Markdown, which begins with the keys of mapdown.
      case "md" where file.path == "map/index.md": break
      case "md", "txt":
        #expect(Self.markdown(of: text) == Self.markdown(of: otherText), "\(file.path)")
      case "json": _ = try JSONParser.parse(text)
      case "png": #expect(Self.chunks(of: file.bytes) == ["IHDR", "PLTE", "IDAT", "IEND"])
      default: Issue.record("\(file.path) isn't checked")
      }
    }
    let kinds = Set(files.map { $0.path.split(separator: ".").last ?? "" })
    #expect(kinds == ["html", "xml", "json", "txt", "md", "png"])
  }

  /// A title of any length, and one that only has what can't be drawn, gives a picture of the size
  /// that the page promises.
  @Test(arguments: [
    "", "\0", "\u{202E}", String(repeating: "W", count: 5_000),
    String(repeating: "word ", count: 5_000), "e" + String(repeating: "\u{301}", count: 5_000),
  ])
  func giveAPicture(_ title: String) throws {
    var document = DocumentParser().parse(SourceFile(path: "content/a.md", text: "A")).document
    document.metadata.title = title
    document.metadata.permalink = "a.html"
    var configuration = SiteConfiguration()
    configuration.title = title
    configuration.baseURL = "https://example.com/"
    let result = Self.renderer(configuration).render([document], outcomes: [:])
    let file = try #require(result.files.first { $0.path == "pictures/a.png" })
    #expect(Self.chunks(of: file.bytes) == ["IHDR", "PLTE", "IDAT", "IEND"])
    #expect(file.bytes[16..<24].elementsEqual([0, 0, 4, 176, 0, 0, 2, 118]))
    let page = try #require(result.files.first { $0.path == "a.html" })
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("og:image\" content=\"https://example.com/pictures/a.png\">"))
    #expect(text.contains("og:image:width\" content=\"1200\">"))
    #expect(text.contains("og:image:height\" content=\"630\">"))
  }

  @Test func haveNoPictureWithoutAnAddress() {
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: "# A")).document
    let result = Self.renderer(SiteConfiguration()).render([document], outcomes: [:])
    #expect(!result.files.contains { $0.path.hasSuffix(".png") })
    #expect(
      !result.files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("og:image") })
  }

  @Test func areValuesOfStructuredData() throws {
    let files = try Self.files(writing: Self.hostile, in: "name")
    let page = try #require(files.first { $0.path == "guide/index.html" })
    let text = String(decoding: page.bytes, as: UTF8.self)
    let start = try #require(text.range(of: "<script type=\"application/ld+json\">"))
    let json = text[start.upperBound...].prefix(
      upTo: try #require(
        text.range(of: "</script>", range: start.upperBound..<text.endIndex)
      ).lowerBound)
    let data = try JSONParser.parse(String(json))
    #expect(data["headline"]?.string == Self.hostile)
    #expect(data["url"]?.string == "https://example.com/guide/")
    #expect(data["dateModified"]?.string == "1970-01-01T00:00:00Z")
  }

  /// The names of all elements and of their attributes, in order.
  private static func structure(of markup: String) -> [String] {
    // Where long code may break depends on its letters.
    HTMLTag.startTags(in: markup).filter { $0.name != "wbr" }.map { tag in
      ([tag.name] + tag.attributes.map(\.name)).joined(separator: " ")
    }
  }

  /// The kinds of all blocks and inline elements of Markdown, in order.
  private static func markdown(of text: String) -> [String] {
    let document = DocumentParser().parse(SourceFile(path: "a.md", text: text)).document
    var kinds: [String] = []
    func add(_ kind: Any) {
      kinds.append(Mirror(reflecting: kind).children.first?.label ?? "\(kind)")
    }
    document.forEachBlock { add($0.kind) }
    document.forEachInline { inline in
      if case .text = inline.kind { return }
      add(inline.kind)
    }
    return kinds
  }

  /// The names of the parts of a PNG; empty if they don't end where the file does.
  private static func chunks(of png: [UInt8]) -> [String] {
    var names: [String] = []
    var rest = png.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self))
      guard length <= rest.count - 12 else { return [] }
      rest = rest.dropFirst(length + 12)
    }
    return rest.isEmpty ? names : []
  }

  private static func renderer(
    _ configuration: SiteConfiguration, toolchain: String? = nil
  ) -> SiteRenderer {
    SiteRenderer(
      configuration: configuration,
      templates: TemplateLibrary(parsing: BuiltInTheme.templates),
      toolchain: toolchain, assets: [],
      changes: ["content/guide.md": ChangeDate(Date(timeIntervalSince1970: 0))])
  }

  /// Renders a site with a value in every place that an author or a sample controls, and with a
  /// page in a file of some name.
  private static func files(writing value: String, in name: String) throws -> [RenderedFile] {
    let quoted =
      "\""
      + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\u{1}", with: "\\u0001") + "\""
    let guide = """
      ---
      title: \(quoted)
      order: 1
      description: \(quoted)
      aliases: [gone/, index.html#gone, gone/#old]
      ---

      ## `\(value)`

      Text with `\(value)`, and a [link](#sample-a \(quoted)).

      ```swift runnable id=a title=\(quoted)
      // \(value)
      ```

      ```swift runnable id=b expect=trap title=\(quoted)
      // \(value)
      ```

      <div class="tabs"></div>

      ```kotlin+ title=\(quoted)
      // \(value)
      ```

      ```java+
      // \(value)
      ```

      ```sequence-diagram
      Title: \(value)
      App->Server: \(value)
      Note over App: \(value)
      ```
      """
    let home = """
      ---
      title: \(quoted)
      description: \(quoted)
      layout: home
      hero: h
      ways:
        - {title: \(quoted), page: guide.md}
      ---

      ```swift runnable id=h title=\(quoted)
      // \(value)
      ```
      """
    let mapdown = ":title \(value)\n:aside\n\n`\(value)`\n\n:body\n\n`\(value)`\n"
    let documents = [
      ("guide", guide), ("index", home), ("map", mapdown),
      (name, "---\norder: 2\n---\n# \\<b\\>\n"),
    ].map { name, text in
      DocumentParser().parse(SourceFile(path: "content/\(name).md", text: text)).document
    }
    var configuration = SiteConfiguration()
    configuration.title = value
    configuration.description = value
    configuration.baseURL = "https://example.com/"
    configuration.navigation = ["guide.md", "map.md", "\(name).md", "index.md"].map { page in
      .init(
        title: value, target: .page(page), items: [], location: SourceLocation(file: "site.yml"))
    }
    configuration.footer = value
    for name in configuration.strings.values.keys where name != "language" {
      configuration.strings[name] = value
    }
    let message = Transcript([exchange(writing: value)])
    let outcomes = documents.flatMap(\.samples).map { sample in
      var outcome = SampleOutcome(
        id: sample.id, result: .passed, output: value, failure: value, transcript: message)
      outcome.firstLine = sample.lines[0].number
      outcome.names = [SwiftName(line: 0, column: 0, length: 2, type: value, symbol: value)]
      return outcome
    }
    let result = renderer(configuration, toolchain: value)
      .render(documents, outcomes: Dictionary(uniqueKeysWithValues: outcomes.map { ($0.id, $0) }))
    #expect(result.diagnostics.allSatisfy { $0.id == .unportableName })
    // Their number depends on the words; their text is that of the other files of the index.
    return result.files.filter { !$0.path.hasPrefix("search/words-") }
  }

  private static func exchange(writing value: String) -> Transcript.Exchange {
    var exchange = Transcript.Exchange(
      request: .init(
        number: 1, client: value, server: value, method: value, target: "/\(value)",
        fields: [.init(name: "X-Name", value: value)], body: .text(value)), start: 0)
    exchange.response = .init(
      number: 1, status: 200, fields: [.init(name: "X-Name", value: value)], body: .text(value))
    exchange.end = 1
    return exchange
  }
}
