import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Testing

/// Pages with many of one thing, which take minutes where the work on one grows with the others.
@Suite struct LongPagesTests {
  private func render(_ text: String) -> [RenderedFile] {
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: text)).document
    return SiteRenderer(
      configuration: .init(), templates: .pages(), assets: []
    ).render([document], outcomes: [:]).files
  }

  private static func many(_ text: String, _ count: Int = 3_000) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      many("## Same\n\n", 10_000), "<div>\n" + many("</b>", 50_000) + "\n</div>\n",
      many("</b>", 50_000), many("[", 50_000),
      "<div>\n" + many("<a href=\"a.md\">a</a> ") + "\n</div>\n",
      many("<a href=\"a.md\">a</a> "), "<div>\n" + many("<name> ") + "\n</div>\n",
      "<div>\n" + many("<h5>a</h5>\n") + "</div>\n", many("[a](a.md) ", 6_000),
      many("](", 50_000), (0..<6_000).map { "{{ x\($0) }} " }.joined(),
      (0..<3_000).map { "## A \($0)\n\n[a](#A-\($0))\n\n" }.joined(), many("word ", 100_000),
      many("```swift compile-only\nlet a = 1\n```\n\n", 1500),
    ])
  func endsSoon(_ text: String) {
    #expect(!render("# Title\n\n" + text).isEmpty)
  }

  @Test func numbersEqualHeadings() {
    let document = DocumentParser().parse(
      SourceFile(path: "content/a.md", text: "# A\n\n## B-1\n\n" + Self.many("## B\n\n", 3))
    ).document
    let ids = document.blocks.compactMap { block in
      if case .heading(let heading) = block.kind { heading.id } else { nil }
    }
    #expect(ids == ["a", "b-1", "b", "b-2", "b-3"])
  }

  /// Each link of a line gets its own address, in links and images within each other too.
  @Test func copiesLinksOfALine() throws {
    let text = """
      # A

      [a](b.md) [b](b.md "Title"), [a](b.md#part) [![c](c.png)](b.md) [d](https://example.com/b.md)
      [e][] [f](b.md)

      [e]: b.md
      """
    let pages = [("a.md", text), ("b.md", "# B\n\n## Part\n"), ("c (1).md", "# C\n")]
    let documents = pages.map { path, text in
      DocumentParser().parse(SourceFile(path: "content/\(path)", text: text)).document
    }
    let files = SiteRenderer(
      configuration: .init(), templates: .pages(""),
      assets: [CopiedFile(path: "c.png", source: "content/c.png")]
    ).render(documents, outcomes: [:]).files
    let copy = try #require(files.first { $0.path == "a/index.md" })
    #expect(
      String(decoding: copy.bytes, as: UTF8.self) == """
        # A

        [a](../b/index.md) [b](../b/index.md "Title"), [a](../b/index.md#part) \
        [![c](../c.png)](../b/index.md) [d](https://example.com/b.md)
        [e][] [f](../b/index.md)

        [e]: b.md

        """)
  }
}
