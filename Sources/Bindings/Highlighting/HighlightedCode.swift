/// A block of code cut into tokens, or the reason why it is shown plain.
public struct HighlightedCode: Sendable, Hashable {
  /// The block, unchanged.
  public let code: String

  /// The pieces of the block in order; `nil` when it is shown plain.
  public let tokens: [Token]?

  /// Why there are no tokens; `nil` when there are.
  public let plainReason: PlainReason?

  init(code: String, tokens: [Token]) {
    self.code = code
    self.tokens = tokens
    plainReason = nil
  }

  init(code: String, plain reason: PlainReason) {
    self.code = code
    tokens = nil
    plainReason = reason
  }
}

extension HighlightedCode {
  /// Why a block has no tokens.
  public enum PlainReason: Sendable, Hashable, CustomStringConvertible {
    /// No language goes by this name.
    case unknownLanguage(String)
    /// The block is longer than the highlighter takes, in bytes.
    case tooLong(bytes: Int, limit: Int)
    /// A line is so long, or so hard on the language's expressions, that it would take seconds.
    case tooComplex(String)
    /// The engine reported an error of its own.
    case engineFailed(String)

    /// One lower-case line, to put behind `shown without colours: `.
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
