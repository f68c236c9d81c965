extension Highlighter {
  /// The names of all languages, sorted, without aliases.
  public static let knownLanguages: [String] = Language.all.map(\.name)

  /// Every name of a language in a fence, with aliases, sorted; for suggestions.
  public static let knownNames: [String] = Language.byName.keys.sorted()

  /// Returns the main name of a language for any name, ignoring case: `javascript` for `JS`.
  public static func canonicalName(of name: String) -> String? { language(named: name)?.name }

  static func language(named name: String) -> Language? { Language.byName[name.lowercased()] }
}
