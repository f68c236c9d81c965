/// What a piece of code is, as far as its colour goes.
///
/// The raw value is the CSS class without its prefix: `tok-keyword`.
public enum TokenKind: String, Sendable, CaseIterable {
  /// Everything without a colour of its own, and every line break.
  case plain
  /// A reserved word, and words the language treats like one (`true`, `nil`, `self`).
  case keyword
  /// The name of a type, built in or declared.
  case type
  /// A string or character literal, quotes included.
  case string
  /// An escape sequence or the marks of an interpolation, inside a string.
  case escape
  /// A regular expression literal.
  case regex
  /// A number literal.
  case number
  /// A comment.
  case comment
  /// A comment that documents a declaration.
  case documentation
  /// The name of a function, where it is declared or called; the command of a shell line.
  case function
  /// A directive of a preprocessor, or `#if` and its like.
  case preprocessor
  /// An attribute or annotation: `@MainActor`, `@Override`, a decorator.
  case attribute
  /// An operator or punctuation mark.
  case symbol
  /// A variable in languages that mark them: `$HOME`.
  case variable
  /// The key of a key-value pair: a JSON key, a YAML key, the name of an HTTP field.
  case property
  /// A jump label, a YAML anchor.
  case label
  /// An address; the path of a request; a file in a listing.
  case url
  /// The name of an element in HTML and XML, with its angle brackets.
  case tag
  /// A line that a difference adds.
  case inserted
  /// A line that a difference takes away.
  case deleted
}
