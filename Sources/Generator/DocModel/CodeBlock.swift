/// A fenced or indented block of code.
public struct CodeBlock: Sendable, Hashable {
  /// What stands after the opening fence; empty for indented code.
  public var info: String
  /// Where `info` begins, for messages about its words.
  public var infoStart: SourcePosition
  /// The lines, each with its place in the file.
  public var lines: [Sample.Line]
  /// The title shown above the block.
  public var title: String?
  /// The lines that readers unfold to see, as stretches of `lines`, in order.
  public var folds: [Range<Int>] = []
  /// The lines that stand out, as stretches of `lines`.
  public var marks: [Range<Int>] = []

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
