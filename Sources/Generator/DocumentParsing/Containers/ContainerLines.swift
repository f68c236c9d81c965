import DocgenDocModel
import DocgenGround

/// The lines of a document that open and close containers, in one form for all syntaxes.
///
/// Each becomes a comment with its number, on its own line: a comment interrupts a paragraph, ends
/// on its line, and moves no other line. An opener whose content is indented becomes a list item as
/// well, so that cmark removes the indentation and counts columns.
struct ContainerLines {
  /// The lines, by their numbers in the file.
  private(set) var lines: [Int: ContainerLine] = [:]

  /// The texts without which no line is one.
  private static let signs = [
    ":::", "///", "# :", "!!! ", "??? ", "???+ ", "=== \"", "toc", "TOC", "@Row", "@TabNavigator",
    "@Links", "@Small", "@Snippet",
  ]

  /// Returns Markdown with comments instead of such lines.
  mutating func rewriting(_ text: String, firstLine: Int) -> String {
    guard Self.signs.contains(where: { text.contains(bytesOf: $0) }) else { return text }
    var open: [(count: Int, isTabs: Bool, prefix: Substring)] = []
    // The white space before each opener that ends with a brace.
    var braces: [Substring] = []
    var fenced = FencedLines()
    var rewritten = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in rewritten.indices {
      let line = rewritten[index]
      let isInFence = fenced.contain(line.drop { " \t>".contains($0) })
      if !isInFence, let last = braces.last, line.hasPrefix(last + "}"),
        line.dropFirst(last.count + 1).isBlank
      {
        rewritten[index] = braces.removeLast()
      }
      let isInTabs = open.last?.isTabs == true
      guard let found = ContainerLine(line, isInTabs: isInTabs) else { continue }
      var prefix = found.prefix
      if case .closingLine(let count) = found.end {
        if found.mark == .end {
          if let last = open.lastIndex(where: { $0.count == count }) {
            // Prettier indents such a line below a list as if it were part of its last item.
            let indent = prefix.dropFirst(open[last].prefix.count)
            let isBelowList = prefix.hasPrefix(open[last].prefix) && (1...3).contains(indent.count)
            if isBelowList, !isInFence, indent.allSatisfy({ $0 == " " }) {
              prefix = open[last].prefix
            }
            open.removeSubrange(last...)
          }
        } else {
          open.append((count, found.mark == .tabs, prefix))
        }
      }
      let number = firstLine + index
      lines[number] = found
      let item =
        switch found.end {
        case .indentation: Self.item(indentedBy: 4)
        case .brace: Self.item(indentedBy: Self.indent(of: rewritten[(index + 1)...], in: prefix))
        case .closingLine, .mapdown, .line: ""
        }
      if found.end == .brace, !isInFence { braces.append(prefix) }
      rewritten[index] = prefix + item + Self.comment(number)
    }
    return rewritten.joined(separator: "\n")
  }

  /// Returns the columns by which the content of an opener is indented.
  private static func indent(of lines: ArraySlice<Substring>, in prefix: Substring) -> Int {
    let first = lines.first { !$0.isBlank } ?? ""
    return first.dropFirst(prefix.count).prefix { $0 == " " }.count
  }

  /// Returns the beginning of a list item whose content is indented by some columns.
  private static func item(indentedBy columns: Int) -> String {
    "+" + String(repeating: " ", count: min(max(columns - 1, 1), 4))
  }

  private static func comment(_ number: Int) -> String { "<!--docgen:\(number)-->" }

  /// Returns the line that a raw HTML block is the comment of.
  func line(_ block: Block?) -> ContainerLine? {
    guard let block, case .html(let html) = block.kind, !lines.isEmpty else { return nil }
    let number = block.range.start.line
    return html.trimmed == Self.comment(number) ? lines[number] : nil
  }

  /// Returns raw HTML and the closing lines at its end as blocks: HTML goes on to the next empty
  /// line, but other generators look for these lines first.
  func splitting(_ block: Block) -> [Block] {
    guard case .html(let html) = block.kind, !lines.isEmpty else { return [block] }
    let start = block.range.start
    var texts = html.split(separator: "\n", omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    var blocks: [Block] = []
    while let text = texts.last, texts.count > 1 {
      let position = SourcePosition(line: start.line + texts.count - 1, column: start.column)
      guard lines[position.line]?.mark == .end, text.trimmed == Self.comment(position.line)
      else { break }
      texts.removeLast()
      blocks.insert(Block(.html(String(text)), range: SourceRange(at: position)), at: 0)
    }
    guard let last = texts.last, !blocks.isEmpty else { return [block] }
    let end = SourcePosition(
      line: start.line + texts.count - 1, column: start.column + last.utf8.count)
    let rest = texts.joined(separator: "\n") + "\n"
    return [Block(.html(rest), range: SourceRange(start, end))] + blocks
  }

  /// Returns the range of a line in the file.
  func range(of number: Int) -> SourceRange {
    let line = lines[number]
    return SourceRange(
      line: number, column: (line?.prefix.utf8.count ?? 0) + 1,
      length: line?.text.utf8.count ?? 1)
  }

  /// Returns a block with the lines as the author wrote them, if it is code, raw HTML or text.
  func restoring(_ block: Block, in file: SourceFile) -> Block {
    guard !lines.isEmpty else { return block }
    var block = block
    switch block.kind {
    case .code(var code):
      for index in code.lines.indices {
        let text = restored(code.lines[index].text)
        guard text != code.lines[index].text else { continue }
        code.lines[index].text = text
        let line = file.line(code.lines[index].number)
        if line.hasSuffix(text) {
          code.lines[index].removedColumns = line.utf8.count - text.utf8.count
        }
      }
      block.kind = .code(code)
    case .html(let html): block.kind = .html(restored(html))
    case .paragraph(let inlines):
      block.kind = .paragraph(
        inlines.map { inline in
          guard case .html(let html) = inline.kind, restored(html) != html else { return inline }
          return Inline(.text(restored(html)), range: inline.range)
        })
    default: break
    }
    return block
  }

  private func restored(_ text: String) -> String {
    guard text.contains(bytesOf: "<!--docgen:") else { return text }
    return text.replacing(/(\+ +)?<!--docgen:(\d+)-->/) { match in
      Int(match.2).flatMap { lines[$0]?.text } ?? String(match.0)
    }
  }
}
