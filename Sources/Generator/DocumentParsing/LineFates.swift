import DocModel
import Ground

/// What became of each line of a document when Markdown read it.
struct LineFates {
  /// What holds a line.
  enum Fate {
    /// A fenced block of code: the fence on its first line, and the lines of its code.
    case fenced(Fence, code: Range<Int>)
    /// Code by its indentation.
    case indented
    /// Raw HTML; comments, and elements whose text is shown as it is, are verbatim.
    case html(isVerbatim: Bool)
    /// Anything else that is shown.
    case text
  }

  /// The fenced blocks and the HTML that Markdown ends where what is around them ends, for nothing else
  /// does: the place of each, and what would end it.
  private(set) var open: [(range: SourceRange, end: String)] = []
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

  /// Whether a line is one of code, and not its fence.
  func isCode(_ line: Int) -> Bool {
    switch fates[line] {
    case .fenced(_, let code): code.contains(line)
    case .indented: true
    default: false
    }
  }

  private mutating func add(_ block: Block) {
    switch block.kind {
    case .footnote:
      fates[block.range.start.line] = .text
      block.children.forEach { add($0) }
    case .list, .blockQuote:
      block.children.forEach { add($0) }
    case .code(let code): hold(block.range, by: fate(of: code, range: block.range))
    case .html(let html):
      let end = Self.end(ofVerbatim: html)
      hold(block.range, by: .html(isVerbatim: end != nil))
      if let end, !html.lowercased().contains(end) {
        open.append((SourceRange(at: block.range.start, length: 4), end))
      }
    default: hold(block.range, by: .text)
    }
  }

  /// What ends HTML whose text is shown as it is, or not at all (CommonMark 0.31 section 4.6, kinds 1 and
  /// 2); `nil` for other HTML.
  private static func end(ofVerbatim html: String) -> String? {
    let start = /\s*<(?:!--|(pre|script|style|textarea)\b)/.ignoresCase()
    return html.prefixMatch(of: start).map { match in
      match.output.1.map { "</\($0.lowercased())>" } ?? "-->"
    }
  }

  private mutating func fate(of code: CodeBlock, range: SourceRange) -> Fate {
    let text = Substring(file.line(range.start.line).utf8.dropFirst(range.start.column - 1))
    // Only an indented block begins with a line of its code.
    guard code.lines.first?.number != range.start.line, let fence = Fence(opening: text) else {
      return .indented
    }
    if range.end.line == code.lines.last?.number ?? range.start.line {
      open.append((SourceRange(at: range.start, length: fence.text.utf8.count), fence.text))
    }
    let first = range.start.line + 1
    return .fenced(fence, code: first..<max(first, (code.lines.last?.number ?? 0) + 1))
  }

  private mutating func hold(_ range: SourceRange, by fate: Fate) {
    for line in range.start.line...max(range.start.line, range.end.line) { fates[line] = fate }
  }
}
