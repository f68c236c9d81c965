/// A language: its name, its aliases, and its grammar.
struct Language: Sendable {
  enum Grammar: Sendable {
    /// No highlighting: output, prose.
    case none
    /// docgen's own lexer.
    case swift
    /// HTTP messages, with the body highlighted by its media type.
    case http
    /// A language file.
    case file(LanguageFileEngine.File)
  }

  let name: String
  let aliases: [String]
  let grammar: Grammar
  /// Element kinds that differ in this language.
  let kinds: [String: TokenKind]

  init(
    _ name: String, aliases: [String] = [], grammar: Grammar, kinds: [String: TokenKind] = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.grammar = grammar
    self.kinds = kinds
  }

  /// Creates a language with a file of source-highlight, by default `NAME.lang`.
  static func installed(
    _ name: String, aliases: [String] = [], file: String? = nil,
    kinds: [String: TokenKind] = [:]
  ) -> Language {
    Language(
      name, aliases: aliases, grammar: .file(.installed("\(file ?? name).lang")), kinds: kinds)
  }

  /// Creates a language with one of our files.
  static func embedded(_ name: String, aliases: [String] = [], text: String) -> Language {
    Language(name, aliases: aliases, grammar: .file(embeddedFile(name, text: text)))
  }

  static func embeddedFile(_ name: String, text: String) -> LanguageFileEngine.File {
    .embedded(name: "\(name).lang", text: text)
  }
}
