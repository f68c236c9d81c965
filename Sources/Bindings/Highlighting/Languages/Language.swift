/// A language by its name, the other names writers give it, and what knows its grammar.
struct Language: Sendable {
  enum Grammar: Sendable {
    /// Nothing to colour: output, prose.
    case none
    /// sourcekitd, or our language file where there is none.
    case swift
    /// Head and body of HTTP messages, the body by its media type.
    case http
    /// A language file.
    case file(LanguageFileEngine.File)
  }

  let name: String
  let aliases: [String]
  let grammar: Grammar
  /// Elements of the language file that mean something else in this language.
  let kinds: [String: TokenKind]

  init(
    _ name: String, _ aliases: [String] = [], _ grammar: Grammar, kinds: [String: TokenKind] = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.grammar = grammar
    self.kinds = kinds
  }

  /// A language whose file source-highlight brings, `NAME.lang` unless told otherwise.
  static func installed(
    _ name: String, _ aliases: [String] = [], file: String? = nil,
    kinds: [String: TokenKind] = [:]
  ) -> Language {
    Language(name, aliases, .file(.installed("\(file ?? name).lang")), kinds: kinds)
  }

  /// A language whose file is ours.
  static func embedded(_ name: String, _ aliases: [String] = [], _ text: String) -> Language {
    Language(name, aliases, .file(embeddedFile(name, text)))
  }

  static func embeddedFile(_ name: String, _ text: String) -> LanguageFileEngine.File {
    .embedded(name: "\(name).lang", text: text)
  }
}
