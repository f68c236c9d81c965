public import DocgenGround

/// A fenced or indented block of code.
public struct CodeBlock: Sendable, Hashable {
  /// The text after the opening fence as the author wrote it; empty for indented code.
  public var info: String
  /// The position of `info`, for messages about its options.
  public var infoStart: SourcePosition
  /// The lines, each with its position in the file.
  public var lines: [Sample.Line]
  /// The file that the lines are shown of; `nil` for code of the page itself.
  public var file: String?
  /// The title shown above the block.
  public var title: String?
  /// The ranges of `lines` that are folded until readers unfold them, in order.
  public var folds: [Range<Int>] = []
  /// The ranges of `lines` that are marked.
  public var marks: [Range<Int>] = []
  /// The lines that the example adds or removes, by their index in `lines`.
  public var changes: [Int: Change] = [:]
  /// Whether readers see the numbers of the lines.
  public var isNumbered = false

  /// The change of a line in an example.
  public enum Change: Sendable, Hashable {
    /// The line is new.
    case added
    /// The line is no longer there.
    case removed
  }

  /// Returns the position in the file of a byte of `info`.
  public func infoPosition(at offset: Int) -> SourcePosition {
    SourcePosition(line: infoStart.line, column: infoStart.column + offset)
  }

  /// Creates a block of code.
  public init(info: String, infoStart: SourcePosition, lines: [Sample.Line]) {
    self.info = info
    self.infoStart = infoStart
    self.lines = lines
  }

  /// The first word of `info` in lower case, without a final `+` and what mdBook adds, as in
  /// `rust,ignore`; empty when there is none.
  public var language: String {
    let scalars = info.unicodeScalars.prefix { scalar in
      scalar != "{" && scalar != ","
        && !(scalar.isASCII ? scalar <= " " : scalar.properties.isWhitespace)
    }
    var word = String(scalars).lowercased()
    while word.hasSuffix("+") && word != "c++" { word.removeLast() }
    return word
  }

  /// The code as one text, without a final line end.
  public var text: String {
    lines.map(\.text).joined(separator: "\n")
  }
}
