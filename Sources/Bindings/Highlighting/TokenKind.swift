/// The kind of a token, for syntax highlighting.
///
/// The raw value is the CSS class without its prefix: `tok-keyword`.
public enum TokenKind: String, Sendable, CaseIterable {
  /// Everything without highlighting, and every line break.
  case plain
  /// A reserved word, or a word with a similar role (`true`, `nil`, `self`).
  case keyword
  /// The name of a type, built in or declared.
  case type
  /// A string or character literal, quotes included.
  case string
  /// An escape sequence or the delimiters of an interpolation, inside a string.
  case escape
  /// A regular expression literal.
  case regex
  /// A number literal.
  case number
  /// A comment.
  case comment
  /// A comment that documents a declaration.
  case documentation
  /// The name of a function in a declaration or call; the command of a shell line.
  case function
  /// A preprocessor directive, or a directive such as `#if`.
  case preprocessor
  /// An attribute, annotation or decorator: `@MainActor`, `@Override`.
  case attribute
  /// An operator or punctuation mark.
  case symbol
  /// A variable in languages that mark variables: `$HOME`.
  case variable
  /// The key of a key-value pair in JSON or YAML; the name of an HTTP field.
  case property
  /// A jump label or YAML anchor.
  case label
  /// A URL; the path of a request; a file in a listing.
  case url
  /// An HTML or XML tag, with its angle brackets.
  case tag
  /// A line that a diff adds.
  case inserted
  /// A line that a diff removes.
  case deleted
}

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
