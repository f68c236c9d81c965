import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

/// Every file of `Fixtures` is a document and the dump of what it means.
@Suite struct DocumentParserTests {
  @Test(arguments: Fixture.all())
  func readsDocument(_ fixture: Fixture) throws {
    let file = try SourceFile(path: "content/guides/page.md", bytes: fixture.parts[0].bytes)
    let result = DocumentParser(context: .testing).parse(file)
    fixture.expect(DocumentDump.text(of: result.document, result.diagnostics))
  }

  @Test(arguments: ["\r\n", "\r"])
  func readsOtherLineEndsAlike(_ lineEnd: String) throws {
    for fixture in Fixture.all() {
      let text = try #require(fixture.text())
      let plain = SourceFile(path: "content/page.md", text: text)
      let other = SourceFile(
        path: "content/page.md", text: "\u{FEFF}" + text.replacing("\n", with: lineEnd))
      let parser = DocumentParser(context: .testing)
      #expect(parser.parse(plain).document == parser.parse(other).document, "\(fixture.name)")
    }
  }

  /// Random documents made of the characters that mean something: none may crash the parser.
  @Test func survivesAnyText() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "---\n", ":title ", ":body\n", "```swift runnable\n", "```\n", "~~~\n", "> ", "- ", "1. ",
      "# ", "[a](b)", "![", "](", "<div class=\"tabs\"></div>\n", "```c+\n", "output", "\n", "\n\n",
      "    ", "|a|b|\n|-|-|\n", "**Note:** ", "[!NOTE]", "<a name=x>", "é", "👩‍👩‍👧", "{#x}", "`", "*",
      "\t",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0..<40, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let result = DocumentParser(context: .testing).parse(
        SourceFile(path: "content/page.md", text: text))
      let names = result.document.samples.map(\.id.name)
      #expect(Set(names).count == names.count)
    }
  }

  @Test func refusesLargeFiles() {
    let path = "Samples/Big.swift"
    func ids(size: Int) -> [Diagnostic.ID] {
      let text = String(repeating: "a", count: size)
      let context = SampleContext(sampleFiles: [SourceFile(path: path, text: text)])
      let page = SourceFile(path: "content/page.md", text: "```swift file=\(path)\n```\n")
      return DocumentParser(context: context).parse(page).diagnostics.map(\.id)
    }
    #expect(ids(size: 1_000_000) == [])
    #expect(ids(size: 1_000_001) == [.missingSampleFile])
  }

  @Test func refusesDeepNesting() {
    let text = String(repeating: "> ", count: 20_000) + "deep"
    let result = DocumentParser().parse(SourceFile(path: "content/page.md", text: text))
    #expect(result.diagnostics.map(\.id) == [.nestedTooDeeply])
  }

  @Test(arguments: [":::note\n", ":::tabs\n== A\n", ":::other\n", "- :::note\n  > :::note\n"])
  func refusesDeepContainers(_ opening: String) {
    let text = String(repeating: opening, count: 10_000) + "deep\n"
    let result = DocumentParser().parse(SourceFile(path: "content/page.md", text: text))
    #expect(result.diagnostics.count { $0.id == .nestedTooDeeply } <= 1)
    #expect(result.diagnostics.containsError || opening.hasPrefix("-"))
  }
}

extension SampleContext {
  /// One fixture whose check knows only that the word `wrong` is, and some sample files.
  static let testing = SampleContext(
    fixtures: [
      "gateway": { text in
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .compactMap { index, line in
            line.range(of: "wrong").map { found in
              let column = line.utf8.distance(from: line.startIndex, to: found.lowerBound) + 1
              return FixtureProblem(
                line: index + 1, column: column, message: "this is wrong",
                severity: .error)
            }
          }
      }
    ],
    sampleFiles: [
      SourceFile(path: "Samples/Login.swift", text: "let a = 1\nprint(a)\n"),
      SourceFile(
        path: "Samples/Regions.swift",
        text: """
          import Foundation
          // #region login
          func login() {
            // snippet.write
            print("written")
              // hide
              print("folded")
              // show
            // snippet.end
          }
          // #endregion login
          // #region open
          login()

          """),
      SourceFile(path: "Samples/setup/client.swift", text: "let client = 1\n"),
      SourceFile(
        path: "Snippets/Trips/Book.swift",
        text: """
          // snippet.import
          import Foundation
          // snippet.book
          print("booked")
            // snippet.hide
            print("hidden")
            // snippet.show
          // snippet.end
          print("neither")
          // snippet.last
          print("last")

          """),
    ])
}
