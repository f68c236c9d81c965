import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenHTMLParsing
import DocgenSiteRendering
import DocgenTestSupport
import Foundation
import Testing

/// Pages of the guide, changed at random: docgen reads every text, and the HTML of what it doesn't
/// refuse is balanced.
@Suite struct MutatedPageTests {
  @Test func staysBalanced() throws {
    let pages = try MutatedPages(lineCount: 40)
    for number in 0..<300 { pages.check(number) }
  }
}

/// The same with whole pages.
@Suite(.loadTest, .timeLimit(.minutes(60))) struct MutatedPageLoadTests {
  @Test func staysBalanced() throws {
    let pages = try MutatedPages(lineCount: nil)
    let numbers = Array(1000..<1_500)
    _ = numbers.concurrentMap { pages.check($0) }
  }
}

/// Our own pages, and what is changed in them.
private struct MutatedPages: Sendable {
  private let texts: [String]
  /// The most lines of a page; `nil` for whole pages.
  private let lineCount: Int?

  init(lineCount: Int?) throws {
    self.lineCount = lineCount
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../content").standardizedFileURL
    texts = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".md") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  /// Changes a page, renders it, and expects balanced HTML.
  func check(_ number: Int) {
    var random = SeededGenerator(seed: UInt64(number))
    var changes: [String] = []
    let text = text(&random, changes: &changes)
    let parsed = DocumentParser().parse(SourceFile(path: "content/page.md", text: text))
    let rendered = Self.renderer.render([parsed.document], outcomes: [:])
    let isRefused = (parsed.diagnostics + rendered.diagnostics).contains {
      $0.severity == .error && [.notClosed, .strayEndTag].contains($0.id)
    }
    guard !isRefused,
      let page = rendered.files.first(where: { rendered.result.documents[$0.path] != nil })
    else { return }
    let html = String(decoding: page.bytes, as: UTF8.self)
    #expect(Self.problem(in: html) == nil, "page \(number) with \(changes)")
  }

  private static let renderer = SiteRenderer(
    configuration: .init(),
    templates: TemplateLibrary(parsing: [
      SourceFile(
        path: "page.mustache",
        text: "<!doctype html><main>{{#sections}}{{{body}}}{{/sections}}</main><footer></footer>"),
      SourceFile(path: "redirect.mustache", text: ""),
    ]), assets: [])

  /// Returns what doesn't end where it must; the page's own elements end where the template says.
  private static func problem(in html: String) -> String? {
    let elements = HTMLTree(parsing: html).elements
    guard let main = elements.first(where: { $0.name == "main" }),
      let footer = elements.last(where: { $0.name == "footer" }), footer.isClosed
    else { return "no main or no footer" }
    guard main.end?.upperBound == footer.startTag.lowerBound else { return "main" }
    let open = elements.first { element in
      // Browsers end open elements for words at the end of a block; the author is warned.
      !(element.isClosed || HTMLElements.mayBeOpen.contains(element.name) || element.isForeign
        || HTMLElements.phrasing.contains(element.name) || element.name.contains("-")
        || element.name == "block")
    }
    return open.map { "\($0)" }
  }

  private func text(_ random: inout SeededGenerator, changes: inout [String]) -> String {
    var lines = texts.randomElement(using: &random)!
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let lineCount {
      let start = Int.random(in: 0...max(0, lines.count - lineCount), using: &random)
      lines = Array(lines[start..<min(lines.count, start + lineCount)])
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      changes.append(change(&lines, &random))
    }
    return lines.joined(separator: "\n")
  }

  /// Changes lines, and returns what it did.
  private func change(_ lines: inout [String], _ random: inout SeededGenerator) -> String {
    guard let index = lines.indices.randomElement(using: &random) else { return "" }
    let piece = Self.pieces.randomElement(using: &random)!
    let kind = Int.random(in: 0..<8, using: &random)
    switch kind {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: lines.indices.randomElement(using: &random)!)
    case 2: lines.swapAt(index, lines.indices.randomElement(using: &random)!)
    case 3: lines.insert(piece, at: index)
    case 4: lines.removeSubrange(index..<min(lines.count, index + 5))
    case 5: lines[index] = String(lines[index].dropLast(3)) + piece
    case 6: lines[index] = piece + lines[index]
    default:
      let place = Int.random(in: 0...lines[index].count, using: &random)
      lines[index] = lines[index].prefix(place) + piece + lines[index].dropFirst(place)
    }
    let line = lines.indices.contains(index) ? lines[index] : ""
    return kind < 3 || kind == 4 ? "change \(kind) of line \(index + 1)" : line
  }

  /// Texts that mean something to Markdown, HTML or docgen.
  private static let pieces = [
    "```", "````", "```swift runnable", "```swift+", "~~~", "`", "``", "    ", "\t", "> ", "- ",
    "1. ", "# ", "## :tab A", "# :tabs", "# :/tabs", ":::note", ":::tabs", ":::", "== A", "!!! tip",
    "=== \"A\"", "[TOC]", "---", "***", "**", "_", "~~", "|", "| a | b |", "| - | - |", "[^1]",
    "[^1]: ", "[a]: b", "![", "](", "[", "]", "<", ">", "</", "/>", "<div>", "</div>", "<p>",
    "</p>", "<b>", "</b>", "<a href=\"", "<a>", "</a>", "<details>", "</details>", "<summary>",
    "<table>", "<td>", "</table>", "<svg>", "<math>", "<li>", "</li>", "<ul>", "</ul>", "<h2>",
    "<script>", "</script>", "<style>", "<textarea>", "<template>", "<select>", "<option>", "<pre>",
    "</pre>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "<!x", "<x y", "<br>", "<main>", "</main>",
    "</body>", "<form>", "<button>", "<iframe>", "<title>", "<plaintext>", "<frameset>", "&lt;",
    "&#0;", "&", "\\", "\u{0}", "\u{1}", "\u{1}1:1\u{2}<b>\u{3}", "\u{FEFF}", "\r", "é", "👩‍👩‍👧",
    "{#x}", "{: #x }", "{{", "}}", "{%", "%}", "//", "https://example.com",
    "<div class=\"tabs\"></div>", "<spid-toc></spid-toc>", "[!NOTE]", "**Note:** ", "<doc:A>",
  ]
}
