import DocgenDocModel
import DocgenGround

/// Markdown's classification of each line of a document.
struct LineClassification {
  /// The kind of block that a line is part of.
  enum Construct {
    /// A fenced block of code, with its fence and the lines of its code.
    case fenced(Fence, code: Range<Int>)
    /// Indented code.
    case indented
    /// Raw HTML, maybe a comment.
    case html(isComment: Bool)
    /// Anything else that readers see.
    case text
  }

  /// The fence of a block that nothing closes before the end of the page, quote or list item, and
  /// what would close it.
  typealias OpenFence = (range: SourceRange, end: String)

  private(set) var open: [OpenFence] = []
  /// The construct of each line, by its number.
  private var constructs: [Construct?]
  private let file: SourceFile

  /// - Parameters:
  ///   - blocks: the parsed blocks.
  ///   - file: the file they are from.
  init(of blocks: [Block], in file: SourceFile) {
    self.file = file
    constructs = Array(repeating: nil, count: file.lines.count + 1)
    blocks.forEach { add($0) }
  }

  /// The kind of a line; `nil` for one that Markdown left out, and for empty ones between blocks.
  subscript(line: Int) -> Construct? {
    constructs.indices.contains(line) ? constructs[line] : nil
  }

  /// Whether a line is code, and not a fence.
  func isCode(_ line: Int) -> Bool {
    switch self[line] {
    case .fenced(_, let code): code.contains(line)
    case .indented: true
    default: false
    }
  }

  private mutating func add(_ block: Block) {
    switch block.kind {
    case .footnote:
      hold(SourceRange(at: block.range.start, length: 0), by: .text)
      block.children.forEach { add($0) }
    case .list, .blockQuote:
      block.children.forEach { add($0) }
    case .code(let code): hold(block.range, by: construct(of: code, range: block.range))
    case .html(let html):
      hold(block.range, by: .html(isComment: html.trimmed.hasPrefix("<!--")))
    default: hold(block.range, by: .text)
    }
  }

  private mutating func construct(of code: CodeBlock, range: SourceRange) -> Construct {
    let text = Substring(file.line(range.start.line).utf8.dropFirst(range.start.column - 1))
    // Only an indented block begins with a line of code.
    guard code.lines.first?.number != range.start.line, let fence = Fence(opening: text) else {
      return .indented
    }
    if range.end.line == code.lines.last?.number ?? range.start.line {
      open.append((SourceRange(at: range.start, length: fence.text.utf8.count), fence.text))
    }
    let first = range.start.line + 1
    return .fenced(fence, code: first..<max(first, (code.lines.last?.number ?? 0) + 1))
  }

  private mutating func hold(_ range: SourceRange, by construct: Construct) {
    let lines = range.start.line..<max(range.start.line, range.end.line) + 1
    for line in lines.clamped(to: constructs.indices) { constructs[line] = construct }
  }
}
