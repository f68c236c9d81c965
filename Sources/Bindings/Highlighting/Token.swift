/// A range of code with its kind.
///
/// The concatenated texts of a block's tokens are the block. Adjacent tokens differ in kind, and
/// line breaks are always in tokens of kind `plain`, so that every line can be rendered separately.
public struct Token: Sendable, Hashable {
  /// The text, a slice of the block.
  public let text: Substring

  /// The kind of the text.
  public let kind: TokenKind

  /// Creates a token.
  public init(text: Substring, kind: TokenKind) {
    self.text = text
    self.kind = kind
  }
}
