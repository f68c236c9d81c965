import DocModel

/// What became of each line of a document when Markdown read it.
struct LineFates {
  /// What holds a line.
  enum Fate {
    /// A fenced block of code: the number of its first line, and the fence there.
    case fenced(line: Int, Fence)
    /// Code by its indentation.
    case indented
    /// Raw HTML; comments, and elements whose text is shown as it is, are verbatim.
    case html(isVerbatim: Bool)
    /// Anything else that is shown.
    case text
  }

  private var fates: [Int: Fate] = [:]
  private let file: SourceFile

  /// - Parameters:
  ///   - blocks: what was read.
  ///   - file: what it was read from.
  init(of blocks: [Block], in file: SourceFile) {
    self.file = file
    blocks.forEach { add($0) }
  }

  /// What holds a line; `nil` for one that Markdown left out, and for empty ones between blocks.
  subscript(line: Int) -> Fate? { fates[line] }

  private mutating func add(_ block: Block) {
    switch block.kind {
    case .footnote:
      fates[block.range.start.line] = .text
      block.children.forEach { add($0) }
    case .list, .blockQuote:
      block.children.forEach { add($0) }
    case .code(let code): hold(block.range, by: fate(of: code, range: block.range))
    case .html(let html):
      let verbatim = /\s*<(?:!--|pre\b|script\b|style\b|textarea\b)/.ignoresCase()
      hold(block.range, by: .html(isVerbatim: html.prefixMatch(of: verbatim) != nil))
    default: hold(block.range, by: .text)
    }
  }

  private func fate(of code: CodeBlock, range: SourceRange) -> Fate {
    // Only an indented block begins with a line of its code.
    guard code.lines.first?.number != range.start.line,
      let fence = Fence(
        opening: Substring(file.line(range.start.line).utf8.dropFirst(range.start.column - 1)))
    else { return .indented }
    return .fenced(line: range.start.line, fence)
  }

  private mutating func hold(_ range: SourceRange, by fate: Fate) {
    for line in range.start.line...max(range.start.line, range.end.line) { fates[line] = fate }
  }
}
