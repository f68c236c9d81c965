/// A piece of code with its kind.
///
/// The texts of a block's tokens, joined, are the block. Neighbours differ in kind, and a line
/// break is always in a token of kind `plain`, so that every line can stand alone.
public struct Token: Sendable, Hashable {
  /// The text, a slice of the block.
  public let text: Substring

  /// What the text is.
  public let kind: TokenKind

  /// Creates a token.
  public init(text: Substring, kind: TokenKind) {
    self.text = text
    self.kind = kind
  }
}
