import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import Testing

@Suite struct MarkdownParserTests {
  private func parse(_ text: String, firstLine: Int = 1) throws -> [Block] {
    let above = String(repeating: "\n", count: firstLine - 1)
    let file = SourceFile(path: "a.md", text: above + text)
    return try MarkdownParser.parse(text, in: file, firstLine: firstLine)
  }

  @Test func rangesAreThoseOfTheFile() throws {
    let blocks = try parse("# Title\n\nText [link](x) end.\n", firstLine: 10)
    #expect(blocks.map(\.range.description) == ["10:1-10:8", "12:1-12:20"])
    let link = try #require(
      blocks[1].inlines.first { if case .link = $0.kind { true } else { false } })
    #expect(link.range.description == "12:6-12:15")
  }

  /// With escapes and entities resolved, options would have other columns than in the file.
  @Test func optionsAfterAFenceAreAsWritten() throws {
    let blocks = try parse("> ``` swift a=&quot;b&quot; \\\"c \n> ```\n")
    guard case .blockQuote(let content) = blocks.first?.kind,
      case .code(let code) = content.first?.kind
    else {
      Issue.record("no code")
      return
    }
    #expect(code.info == #"swift a=&quot;b&quot; \"c"#)
    #expect(code.infoPosition(at: 6).column == 13)
  }

  @Test(arguments: [
    ("Login &rarr; token", "Login → token"), (#"snake\_case &eacute; \d"#, #"snake_case é \d"#),
    ("a ` ~ b &amp;", "a ` ~ b &"), ("&nothing; here", "&nothing; here"),
  ])
  func titlesHaveNoEscapes(_ written: String, _ title: String) {
    let file = SourceFile(
      path: "a.md", text: "~~~js title='\(written)'\nx\n~~~\n".replacing("'", with: "\""))
    let blocks = DocumentParser().parse(file).document.sections.flatMap(\.body)
    guard case .code(let code) = blocks.first?.kind else {
      Issue.record("no code")
      return
    }
    #expect(code.title == title)
  }

  @Test(arguments: [
    ("```swift\nlet a\n```", 0), ("- x\n\n  ```swift\n  let a\n  ```", 2),
    ("> ```swift\n> let a\n> ```", 2), ("1. x\n\n   > ```swift\n   > let a\n   > ```", 5),
    ("    let a", 4),
  ])
  func codeLinesKnowTheirColumns(_ text: String, _ removed: Int) throws {
    func find(_ blocks: [Block]) -> CodeBlock? {
      for block in blocks {
        if case .code(let code) = block.kind { return code }
        if let found = find(block.children) { return found }
      }
      return nil
    }
    let code = try #require(find(try parse(text)))
    #expect(code.lines.map(\.text) == ["let a"])
    #expect(code.lines[0].removedColumns == removed)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[
      code.lines[0].number - 1]
    #expect(line.hasSuffix("let a"))
    #expect(line.utf8.count == removed + 5)
  }

  /// A tab that a list or a quote takes in part is some spaces for the compiler.
  @Test(arguments: [
    (">\t```swift\n>\tlet a\n>\t```", "let a", 2), ("- ```swift\n\tlet a\n  ```", "  let a", -1),
    ("- ```swift\n\t\n  ```", "  ", 0),
    ("* x\n\n\t```swift\n\tlet a\n\t```", "let a", 1),
    ("* x\n\n\t```swift\n\t  let a\n\t```", "  let a", 1),
    ("* x\n\n\t```swift\n\t\tlet a\n\t```", "\tlet a", 1),
    ("* x\n\n\t```swift\n    let a\n\t```", "let a", 4),
    ("* x\n\n\t```swift\n  let a\n\t```", "let a", 2),
    ("* x\n\n\t```swift\n   \t\tlet a\n\t```", "\tlet a", 4),
    ("* x\n\n  \t```swift\n  \tlet a\n\t```", "let a", 3),
    ("1. x\n\n\t- y\n\n\t\t```swift\n\t\tlet a\n\t\t```", "let a", 2),
    ("> * x\n>\n> \t```swift\n> \tlet a\n> \t```", "let a", 3),
    ("-\t```swift\n\tlet a\n\t```", "let a", 1),
  ])
  func columnsAreRightBehindATabInParts(_ text: String, _ code: String, _ removed: Int) throws {
    func find(_ blocks: [Block]) -> CodeBlock? {
      blocks.lazy.compactMap { block in
        if case .code(let code) = block.kind { code } else { find(block.children) }
      }.first
    }
    let line = try #require(find(try parse(text))).lines[0]
    #expect(line.text == code)
    #expect(line.removedColumns == removed)
  }

  @Test func readsGitHubsExtensions() throws {
    let blocks = try parse("~~a~~ https://x.org [^1]\n\n|a|\n|:-:|\n|b|\n\n- [x] c\n\n[^1]: note\n")
    try #require(blocks.count == 4)
    guard case .table(let table) = blocks[1].kind, case .list(let list) = blocks[2].kind,
      case .footnote(let label, _) = blocks[3].kind
    else {
      Issue.record("unexpected blocks \(blocks)")
      return
    }
    #expect(table.alignments == [.center])
    #expect(list.items.first?.checkbox == .checked)
    #expect(label == "1")
    #expect(blocks[0].inlines.contains { $0.kind == .footnoteReference("1") })
  }

  @Test func readsTheInfoStringAndItsPlace() throws {
    let blocks = try parse("  ~~~ swift runnable id=a\nx\n~~~\n")
    guard case .code(let code) = blocks[0].kind else {
      Issue.record("no code")
      return
    }
    #expect(code.info == "swift runnable id=a")
    #expect(code.infoStart == SourcePosition(line: 1, column: 7))
    #expect(code.language == "swift")
  }

  /// cmark keeps its extensions' characters in tables of the whole process.
  @Test func parsesTheSameBesideOthers() async throws {
    let text = String(repeating: "See https://example.com and ~~that~~.\n\n", count: 50)
    let alone = try parse(text)
    try await withThrowingTaskGroup(of: [Block].self) { group in
      for _ in 0..<200 { group.addTask { try parse(text) } }
      for try await blocks in group { #expect(blocks == alone) }
    }
  }

  @Test func refusesWhatIsNestedTooDeep() {
    let quotes = String(repeating: "> ", count: 10_000) + "x"
    let emphasis = String(repeating: "*a **b ", count: 5_000)
    for text in [quotes, String(repeating: "- ", count: 10_000) + "x"] {
      #expect(throws: MarkdownParser.NestingTooDeep.self) { try parse(text) }
    }
    // Never closed, so nothing is nested; it only must not take for ever.
    #expect(throws: Never.self) { try parse(emphasis) }
  }
}
