import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Testing

/// The Markdown of a page begins with its title, once.
@Suite struct MarkdownCopyTests {
  @Test(
    arguments: [
      ("---\ntitle: Login\n---\n\nText.\n", "# Login\n\nText.\n"),
      ("\n\n---\ntitle: Login\n---\nText.\n", "# Login\n\nText.\n"),
      ("# Login\n\nText.\n", "# Login\n\nText.\n"),
      ("Login\n=====\n\nText.\n", "# Login\n\nText.\n"),
      ("Login\n\nText.\n", "# Login\n\nText.\n"),
      ("[![Build](b.svg)](b.md) Passes\n\nText.\n", "# A\n\n[![Build]"),
      ("Text that ends.\n", "# Text that ends.\n\nText that ends.\n"),
      ("\n---\n\nText.\n", "# A\n\n---\n\nText.\n"),
      ("---\ndescription: Short.\n---\n# Login\n\nText.\n", "# Login\n\nShort.\n\nText.\n"),
      (
        "---\ntitle: Login\ndescription: A *star*.\n---\n\nText.\n",
        "# Login\n\nA \\*star\\*.\n\nText.\n"
      ),
      (
        "# Login\n\n```swift runnable hidden\nprint(1)\n```\n\n```output\n1\n```\n\nText.\n",
        "# Login\n\nText.\n"
      ),
      ("# Login\n\n```js hidden\na\n```\n", "# Login\n\n```js hidden\na\n```\n"),
    ])
  func beginsWithTheTitle(_ text: String, _ expected: String) throws {
    let document = DocumentParser().parse(SourceFile(path: "content/a.md", text: text)).document
    let result = SiteRenderer(
      configuration: .init(), templates: .pages(""), assets: []
    ).render([document], outcomes: [:])
    let copy = try #require(result.files.first { $0.path == "a/index.md" })
    let markdown = String(decoding: copy.bytes, as: UTF8.self)
    #expect(markdown.trimmingPrefix { $0 == "\n" }.hasPrefix(expected.dropLast()), "\(markdown)")
  }
}
