extension Highlighter {
  /// The names of all languages, sorted, without their other names.
  public static let knownLanguages: [String] = Language.all.map(\.name)

  /// Every name a fence may give a language, aliases included, sorted: what to suggest from.
  public static let knownNames: [String] = Language.byName.keys.sorted()

  /// The language's own name for any of its names, in any case: `javascript` for `JS`.
  public static func canonicalName(of name: String) -> String? { language(named: name)?.name }

  static func language(named name: String) -> Language? { Language.byName[name.lowercased()] }
}
