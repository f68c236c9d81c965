import BuiltInTheme
import DocModel
import DocumentParsing
import Foundation
import Ground
import JSON
import SiteRendering
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
      let expected = Self.structure(of: String(decoding: other.bytes, as: UTF8.self))
      switch file.path.split(separator: ".").last {
      case "html", "xml": #expect(Self.structure(of: text) == expected, "\(file.path)")
      case "json": _ = try JSONParser.parse(text)
      default: break
      }
    }
    let kinds = Set(files.map { $0.path.split(separator: ".").last ?? "" })
    #expect(kinds == ["html", "xml", "json", "txt", "md"])
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
    HTMLTag.startTags(in: markup).map { tag in
      ([tag.name] + tag.attributes.map(\.name)).joined(separator: " ")
    }
  }

  /// Renders a site with a value in every place that an author or a sample controls, and with a page
  /// in a file of some name.
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

      Text with `\(value)`.

      ```swift runnable id=a title=\(quoted)
      // \(value)
      ```
      """
    let documents = [
      ("guide", guide), ("index", "# Home\n"), (name, "---\norder: 2\n---\n# \\<b\\>\n"),
    ].map {
      name, text in
      DocumentParser().parse(SourceFile(path: "content/\(name).md", text: text)).document
    }
    let id = try #require(documents[0].samples.first?.id)
    let renderer = SiteRenderer(
      configuration: SiteConfiguration(
        title: value, description: value, baseURL: "https://example.com/"),
      templates: TemplateLibrary(parsing: BuiltInTheme.templates, below: "templates"), assets: [],
      changes: ["content/guide.md": ChangeDate(Date(timeIntervalSince1970: 0))],
      writesMachineFiles: true)
    let result = renderer.render(
      documents, outcomes: [id: SampleOutcome(id: id, result: .passed, output: value)])
    #expect(result.diagnostics.isEmpty)
    return result.files
  }
}
