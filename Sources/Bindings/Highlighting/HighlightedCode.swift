/// A code block split into tokens, or the reason why it stays plain.
public struct HighlightedCode: Sendable, Hashable {
  /// The block, unchanged.
  public let code: String

  /// The kinds of the block's bytes; `nil` when it stays plain.
  let marked: MarkedCode?

  /// The tokens of the block in order; `nil` when it stays plain.
  public var tokens: [Token]? { marked?.tokens }

  /// The reason why there are no tokens; `nil` when there are.
  public let plainReason: PlainReason?

  init(_ marked: MarkedCode) {
    code = marked.code
    self.marked = marked
    plainReason = nil
  }

  init(code: String, plain reason: PlainReason) {
    self.code = code
    marked = nil
    plainReason = reason
  }
}

extension HighlightedCode {
  /// The reason why a block has no tokens.
  public enum PlainReason: Sendable, Hashable, CustomStringConvertible {
    /// No language has this name.
    case unknownLanguage(String)
    /// The block exceeds the highlighter's limit, in bytes.
    case tooLong(bytes: Int, limit: Int)
    /// A line would take seconds: it is too long or too complex for the language's expressions.
    case tooComplex(String)
    /// The engine reported an error.
    case engineFailed(String)

    /// A lower-case line that completes `shown without colours: `.
    public var description: String {
      switch self {
      case .unknownLanguage(let name): "no language is called '\(name)'"
      case .tooLong(let bytes, let limit): "\(bytes) bytes, and the limit is \(limit)"
      case .tooComplex(let reason): "too much work: \(reason)"
      case .engineFailed(let reason): "the highlighter failed: \(reason)"
      }
    }
  }
}
