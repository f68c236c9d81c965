import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenJSON
import DocgenTestSupport
import Testing

@testable import DocgenSiteRendering

/// What readers see who hover over names in code.
@Suite struct PageTypesTests {
  private static let text = """
    # A

    - In a list:

      ```swift runnable id=x
      let é = 1; use(é)
      // hide

      let hidden = 2
      // show

      print(Lab.start)
      ```
    """

  @Test func areInAFileOfThePage() throws {
    let document = DocumentParser().parse(
      SourceFile(path: "content/a.md", text: Self.text)
    ).document
    let sample = try #require(document.samples.first)
    var outcome = SampleOutcome(id: sample.id, result: .passed)
    outcome.firstLine = sample.lines[0].number
    outcome.names = [
      SwiftName(line: 0, column: 4, length: 2, type: "Int", symbol: "é"),
      SwiftName(line: 0, column: 12, length: 3, type: "(Int) -> ()", symbol: "use"),
      SwiftName(line: 0, column: 16, length: 2, type: "Int", symbol: "é"),
      SwiftName(line: 3, column: 4, length: 6, type: "Int", symbol: "hidden"),
      SwiftName(line: 6, column: 6, length: 3, type: nil, symbol: "Lab"),
      SwiftName(line: 6, column: 10, length: 5, type: "() -> Lab", symbol: "Lab.start"),
    ]
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(), assets: [],
      symbols: [
        "Lab.start": DocumentedSymbol(
          at: "reference/Lab/index.html#start", declaration: "func start() -> Lab",
          summary: "Starts <it>.")
      ]
    ).render([document], outcomes: [sample.id: outcome])
    let page = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(page.contains("<figure class=\"code\" data-types=\"types.json#0\">"), "\(page)")
    let file = try #require(result.files.first { $0.path == "a/types.json" })
    let json = try JSONParser.parse(String(decoding: file.bytes, as: UTF8.self))
    // The code without the empty line above the last.
    let code = Array("let é = 1; use(é)\n\nlet hidden = 2\nprint(Lab.start)".utf16)
    let notes = json["notes"]?.array ?? []
    let list = (json["blocks"]?.array?[0].array ?? []).compactMap(\.integer)
    let found = stride(from: 0, to: list.count, by: 3).map { index in
      let name = code[list[index]..<list[index] + list[index + 1]]
      let note = (notes[list[index + 2]].array ?? []).compactMap(\.string)
      return [String(decoding: name, as: UTF16.self)] + note
    }
    #expect(
      found == [
        ["é", "é: Int"], ["use", "use: (Int) -> ()"], ["é", "é: Int"], ["hidden", "hidden: Int"],
        ["start", "func start() -> Lab", "Starts <it>.", "../reference/Lab/index.html#start"],
      ])
  }

  /// Examples of comments are compiled where the comments are.
  @Test func followAnExampleToItsComment() throws {
    var document = DocumentParser().parse(
      SourceFile(path: "reference/a.md", text: "# A\n\n```swift runnable\nlet a = 1\n```\n")
    ).document
    document.samples[0].document = "Sources/A.swift"
    document.samples[0].lines[0].number = 103
    document.samples[0].lines[0].removedColumns = 6
    var outcome = SampleOutcome(id: document.samples[0].id, result: .passed)
    outcome.firstLine = 103
    outcome.names = [SwiftName(line: 0, column: 4, length: 1, type: "Int", symbol: "a")]
    let result = SiteRenderer(configuration: .init(), templates: .pages(""), assets: [])
      .render([document], outcomes: [outcome.id: outcome])
    let file = try #require(result.files.first { $0.path.hasSuffix("types.json") })
    let json = try JSONParser.parse(String(decoding: file.bytes, as: UTF8.self))
    #expect(json["blocks"] == [[4, 1, 0]])
  }
}
