import DocgenDocumentParsing
import DocgenGround
import Testing

/// What a document includes, and where its lines come from.
@Suite struct ExpandedDocumentTests {
  /// A file with marks of both kinds, and the lines between.
  private static let code = """
    // ANCHOR: all
    one
    // ANCHOR: two
    two
    // ANCHOR_END: two
    # --8<-- [start:three]
    three
    # --8<-- [end:three]
    // ANCHOR_END: all

    """

  private static let files = [
    "src/code.txt": code,
    "content/guide/part.md": "A\n\n{{#include deep/leaf.md}}\nB\n",
    "content/guide/deep/leaf.md": "leaf\n",
    "content/guide/self.md": "{{#include page.md}}\n",
    "content/guide/page.md": "",
    "src/App.swift": "// #region a\n1\n// snippet.b\n2\n// snippet.end\n// #endregion\n3\n",
  ]

  private static func expanded(_ text: String) -> ExpandedDocument? {
    ExpandedDocument(of: SourceFile(path: "content/guide/page.md", text: text)) { path in
      if path == "content/guide/link.md" { return .outside }
      return files[path].map { .file(SourceFile(path: path, text: $0)) } ?? .nothing
    }
  }

  @Test(
    arguments: [
      ("{{#include part.md}}", "A\n\nleaf\nB"),
      ("{{ #include part.md }}", nil),
      ("before {{#include part.md}}", nil),
      ("{{#include ../../src/code.txt}}", "one\ntwo\nthree"),
      ("--8<-- \"src/code.txt\"", "one\ntwo\nthree"),
      ("-8<- 'src/code.txt'", "one\ntwo\nthree"),
      ("--8<--", nil),
      ("{{#include ../../src/code.txt:two}}", "two"),
      ("{{#rustdoc_include ../../src/code.txt:all}}", "one\ntwo\nthree"),
      ("--8<-- \"src/code.txt:three\"", "three"),
      ("{{#include ../../src/code.txt:4}}", "two"),
      ("{{#include ../../src/code.txt:4:}}", "two\nthree"),
      ("{{#include ../../src/code.txt::4}}", "one\ntwo"),
      ("{{#include ../../src/code.txt:2:4}}", "one\ntwo"),
      ("--8<-- \"src/code.txt:4\"", "two\nthree"),
      ("> ```\n> {{#include ../../src/code.txt:two}}\n> ```", "> ```\n> two\n> ```"),
      ("- x\n\n  {{#include part.md}}\n", "- x\n\n  A\n  \n  leaf\n  B\n"),
      ("{{#include ../../src/App.swift:a}}", "1\n2"),
      ("{{#include ../../src/App.swift:b}}", "2"),
      ("\\{{#include part.md}}", "{{#include part.md}}"),
      ("  ;--8<-- \"src/code.txt\"", "  --8<-- \"src/code.txt\""),
    ] as [(String, String?)])
  func includes(_ written: String, _ expected: String?) {
    let document = Self.expanded(written)
    #expect(document?.file.text == expected)
    #expect(document?.diagnostics.isEmpty ?? true)
  }

  @Test(
    arguments: [
      ("{{#include none.md}}", "there is no text file 'none.md'"),
      ("{{#include ../../../etc/passwd}}", "no file of this site"),
      ("{{#include link.md}}", "no file of this site"),
      ("{{#include page.md}}", "content/guide/page.md → content/guide/page.md"),
      ("{{#include self.md}}", "page.md → content/guide/self.md → content/guide/page.md"),
      ("{{#include ../../src/code.txt:four}}", "no anchor 'four'; it has 'all', 'three', 'two'"),
      ("{{#include ../../src/App.swift:c}}", "no anchor 'c'; it has 'a', 'b'"),
      ("{{#include part.md:four}}", "mark its lines with 'ANCHOR: four'"),
      ("{{#include part.md:40:50}}", "has 4 lines"),
    ])
  func reports(_ written: String, _ message: String) throws {
    let document = try #require(Self.expanded("A\n\n> \(written)\n\nB"))
    let problem = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1)
    #expect(problem.message.text.contains(message))
    #expect(document.file.text == "A\n\n> \n\nB")
    if written.contains("self.md") {
      #expect("\(document.origins.moved(problem).location)" == "content/guide/self.md:1:1")
    } else {
      #expect("\(document.origins.moved(problem).location)" == "content/guide/page.md:3:3")
    }
  }

  @Test func knowsThePlaceOfEachLine() throws {
    let document = try #require(Self.expanded("A\n\n> {{#include part.md}}\n\nB"))
    #expect(document.file.text == "A\n\n> A\n> \n> leaf\n> B\n\nB")
    let places = (1...8).map { line in
      let range = SourceRange(at: SourcePosition(line: line, column: 3), length: 1)
      let message = Diagnostic.Message(.brokenLink, "")
      let written = Diagnostic(message, at: document.file.location(range))
      return "\(document.origins.moved(written).location)".dropFirst("content/guide/".count)
    }
    #expect(
      places == [
        "page.md:1:3", "page.md:2:3", "part.md:1:1", "part.md:2:1", "deep/leaf.md:1:1",
        "part.md:4:1", "page.md:4:3", "page.md:5:3",
      ])
  }

  /// Each file includes the next one twice.
  @Test func endsWhereTextDoubles() throws {
    let page = SourceFile(path: "content/page.md", text: "{{#include 0.md}}")
    let document = try #require(
      ExpandedDocument(of: page) { path in
        let number = Int(path.prefix { $0 != "." }) ?? Int(path.dropFirst(8).dropLast(3)) ?? 0
        let line = number < 40 ? "{{#include \(number + 1).md}}" : "end"
        return .file(SourceFile(path: path, text: "\(line)\n\(line)\n"))
      })
    #expect(document.diagnostics.contains { $0.message.text.contains("more than 100000 lines") })
    #expect(document.file.lines.count < 1_000_000)
  }
}
