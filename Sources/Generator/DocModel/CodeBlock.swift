public import Ground

/// A fenced or indented block of code.
public struct CodeBlock: Sendable, Hashable {
  /// What stands after the opening fence; empty for indented code.
  public var info: String
  /// Where `info` begins, for messages about its words.
  public var infoStart: SourcePosition
  /// What was longer in the author's file than it is in `info`: `\"` and `&quot;`, in order.
  public var infoEscapes: [Escape] = []
  /// The lines, each with its place in the file.
  public var lines: [Sample.Line]
  /// The title shown above the block.
  public var title: String?
  /// The lines that readers unfold to see, as stretches of `lines`, in order.
  public var folds: [Range<Int>] = []
  /// The lines that stand out, as stretches of `lines`.
  public var marks: [Range<Int>] = []

  /// One that reads as another text than is written (CommonMark sections 2.4 and 2.5).
  public struct Escape: Sendable, Hashable {
    /// Where the text behind it begins in `info`, in bytes.
    public var end: Int
    /// How many bytes more are written than read.
    public var excess: Int

    /// An escape from its parts.
    public init(end: Int, excess: Int) {
      self.end = end
      self.excess = excess
    }
  }

  /// Where a byte of `info` stands in the author's file.
  public func infoPosition(at offset: Int) -> SourcePosition {
    let excess = infoEscapes.prefix { $0.end <= offset }.reduce(0) { $0 + $1.excess }
    return SourcePosition(line: infoStart.line, column: infoStart.column + offset + excess)
  }

  /// A block of code from its parts.
  public init(
    info: String, infoStart: SourcePosition, lines: [Sample.Line], title: String? = nil
  ) {
    self.info = info
    self.infoStart = infoStart
    self.lines = lines
    self.title = title
  }

  /// The first word of `info` in lower case, without a final `+`; empty without one.
  public var language: String {
    var word = info.prefix { !$0.isWhitespace && $0 != "{" }.lowercased()
    while word.hasSuffix("+") && word != "c++" { word.removeLast() }
    return word
  }

  /// The code as one text, without a final line end.
  public var text: String {
    lines.map(\.text).joined(separator: "\n")
  }
}
