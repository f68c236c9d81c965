import DocModel

/// Finds footnotes that no text refers to: Markdown leaves them out, with the samples in them.
struct UnusedFootnotes {
  private let text: String
  private let firstLine: Int
  private let blocks: [Block]

  /// - Parameters:
  ///   - text: what was parsed.
  ///   - firstLine: the number of its first line in the file.
  ///   - blocks: what was made of it.
  init(in text: String, firstLine: Int, parsed blocks: [Block]) {
    self.text = text
    self.firstLine = firstLine
    self.blocks = blocks
  }

  /// A warning for each.
  func diagnostics(in file: SourceFile) -> [Diagnostic] {
    // Most pages have none.
    guard text.contains("[^") else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        // Maybe in quotes and lists.
        let definition = line.prefixMatch(
          of: /[\s>]*(?:(?:[-*+]|\d+[.)])\s[\s>]*)*(\[\^([^\]\s]+)\]:)/)
        guard let label = definition?.output else { return nil }
        let number = firstLine + index
        // What stands in a block is a footnote that is shown, or just text.
        guard !blocks.contains(where: { Self.holds(number, $0) }) else { return nil }
        let column = line.utf8.distance(from: line.startIndex, to: label.1.startIndex) + 1
        let range = SourceRange(
          at: SourcePosition(line: number, column: column), length: label.1.utf8.count)
        return Diagnostic(.unusedFootnote(String(label.2)), at: file.location(range))
      }
  }
}

extension UnusedFootnotes {
  /// Whether a line belongs to something that is shown.
  private static func holds(_ line: Int, _ block: Block) -> Bool {
    switch block.kind {
    case .footnote where block.range.start.line == line: true
    case .footnote, .list, .blockQuote: block.children.contains { holds(line, $0) }
    default: (block.range.start.line...max(block.range.start.line, block.range.end.line)) ~= line
    }
  }
}

extension Diagnostic.Message {
  static func unusedFootnote(_ label: String) -> Self {
    Self(
      .unusedFootnote, .warning,
      "nothing refers to this footnote, so it is neither shown nor are its samples run; "
        + "write '[^\(label)]' where it belongs, or remove it")
  }
}
