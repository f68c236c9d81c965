@testable import DocgenHighlighting
import Testing

@Suite struct HTMLTests {
  private let highlighter: Highlighter

  init() throws { highlighter = try Highlighter.shared.get() }

  @Test("kinds become classes, and the four characters are escaped") func escaping() {
    #expect(
      highlighter.html(for: "let a = \"<&>\" // é", language: "swift") == """
        <span class="tok-keyword">let</span> a = <span class="tok-string">&quot;&lt;&amp;&gt;&quot;\
        </span> <span class="tok-comment">// é</span>
        """)
  }

  @Test("a token of many lines gets a span on each") func multiLineTokens() {
    let code = "/* one\n\n  <two> */\nlet text = \"\"\"\n  a\n  \"\"\"\n"
    let highlighted = highlighter.highlight(code, language: "swift")
    #expect(
      lines(of: highlighted) == [
        "<span class=\"tok-comment\">/* one</span>",
        "",
        "<span class=\"tok-comment\">  &lt;two&gt; */</span>",
        "<span class=\"tok-keyword\">let</span> text = "
          + "<span class=\"tok-string\">&quot;&quot;&quot;</span>",
        "<span class=\"tok-string\">  a</span>",
        "<span class=\"tok-string\">  &quot;&quot;&quot;</span>",
        "",
      ])
  }

  @Test(
    "every line closes the spans it opens", arguments: ["swift", "json", "html", "javascript"])
  func balancedLines(in language: String) throws {
    var random = RandomCode(seed: 7)
    for _ in 0..<20 {
      let code = random.text(pieces: 100)
      let highlighted = highlighter.highlight(code, language: language)
      for line in lines(of: highlighted) {
        let opened = line.matches(of: #/<span /#.matchingSemantics(.unicodeScalar))
        let closed = line.matches(of: #/</span>/#.matchingSemantics(.unicodeScalar))
        #expect(opened.count == closed.count)
      }
      let newlines = code.utf8.filter { $0 == 10 }.count
      #expect(lines(of: highlighted).count == newlines + 1)
    }
  }

  @Test("a carriage return stays, and doesn't hide the line break") func carriageReturns() {
    let highlighted = highlighter.highlight("let a\r\nlet b\r\n", language: "swift")
    #expect(
      lines(of: highlighted).map { Array($0.utf8) }
        == ["a", "b"].map { Array("<span class=\"tok-keyword\">let</span> \($0)\r".utf8) } + [[]])
  }

  /// The lines by bytes, because a carriage return and a line feed are one `Character`.
  private func lines(of code: HighlightedCode) -> [Substring] {
    code.html.utf8.split(separator: 10, omittingEmptySubsequences: false).map { Substring($0) }
  }

  @Test("an unknown language gives escaped text and no tokens") func unknownLanguage() {
    let highlighted = highlighter.highlight("if a < b && \"c\" {\n", language: "brainfog")
    #expect(highlighted.tokens == nil)
    #expect(highlighted.plainReason == .unknownLanguage("brainfog"))
    #expect(highlighted.html == "if a &lt; b &amp;&amp; &quot;c&quot; {\n")
    #expect(highlighter.tokens(in: "x", language: "") == nil)
    #expect(highlighter.html(for: "<x>", language: "") == "&lt;x&gt;")
  }
}
