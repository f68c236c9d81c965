import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples
import Testing

@testable import DocgenPipeline

/// Output blocks put right in a document's own text.
@Suite struct OutputRewritingTests {
  @Test(arguments: [
    "", "\n", "\r\n", "a", "a\r\n\r\nb\rc\n", "\u{FEFF}# é\r\n👩‍👩‍👧\n\r", "a\u{85}b\u{2028}c\n",
  ])
  func everythingElseStays(_ text: String) {
    #expect(Array(OutputRewriting(text).text.utf8) == Array(text.utf8))
  }

  /// Any output in any container comes back as it was when the page is parsed again.
  @Test func whatIsWrittenIsReadAgain() throws {
    let outputs = [
      "", "one", "one\ntwo", "```", "~~~~\n```", "    indented\n\ttab", "> quote\n- item\n# title",
      "<div>\n\n</div>", "\n\nempty lines first", "[a]: b", "`````\n\n`", "…x <… >", "é 👩‍👩‍👧",
    ]
    for container in ["", "- ", "> ", "1. ", "> - ", "- > ", "   "] {
      for fence in ["```", "~~~", "`````"] {
        for lineEnd in ["\n", "\r\n", "\r"] {
          for output in outputs {
            try check(output, container, fence, lineEnd)
          }
        }
      }
    }
  }

  /// In a doc comment, every line keeps the slashes.
  @Test func commentsStayComments() throws {
    let lines = [
      "  /// ```output", "  /// was", "  /// ```", "  ///", "  /// - Returns: a number.",
      "  func count() -> Int",
    ]
    func line(_ number: Int) -> SourcePosition { SourcePosition(line: number, column: 7) }
    let expected = Sample.ExpectedOutput(
      lines: [Sample.Line(text: "was", number: 2, removedColumns: 6)],
      range: SourceRange(line(1), line(3)))
    var rewriting = OutputRewriting(lines.joined(separator: "\n"))
    let revised = RevisedOutput(expected, printed: "one\n\n```\ntwo")
    let isFound = rewriting.replace(expected, with: revised)
    #expect(isFound)
    #expect(
      rewriting.text == """
          /// ````output
          /// one
          ///
          /// ```
          /// two
          /// ````
          ///
          /// - Returns: a number.
          func count() -> Int
        """)
  }

  private func check(
    _ output: String, _ container: String, _ fence: String, _ lineEnd: String
  ) throws {
    let rest = String(container.map { $0 == ">" ? $0 : " " })
    let written = [
      "```swift runnable", "print()", "```", "", "\(fence)output", "was", fence, "",
      "Text after it.",
    ]
    let page = written.enumerated().map { ($0 == 0 ? container : rest) + $1 }
      .joined(separator: lineEnd)
    let sample = try #require(parse(page).samples.first, "\(page)")
    let expected = try #require(sample.expectedOutput, "\(page)")
    var rewriting = OutputRewriting(page)
    let isFound = rewriting.replace(expected, with: RevisedOutput(expected, printed: output))
    #expect(isFound)
    let again = parse(rewriting.text)
    let read = try #require(again.samples.first?.expectedOutput, "\(rewriting.text)")
    #expect(RevisedOutput.fits(read, printed: output), "\(rewriting.text)")
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(read.lines.map(\.text) == (output.isEmpty ? [] : lines))
    #expect(rewriting.text.hasSuffix("Text after it."))
  }

  private func parse(_ page: String) -> ParsedDocument {
    DocumentParser().parse(SourceFile(path: "content/page.md", text: page)).document
  }
}
