/// The directives of DocC that readers don't see.
public enum CatalogDirectives {
  /// Those that concern only DocC, with everything between their braces.
  private static let hidden: Set = ["Comment", "Metadata", "Options"]

  /// Returns a catalog's Markdown with empty lines instead of such directives, so that all other
  /// lines keep their numbers.
  public static func blanked(in text: String) -> String {
    var depth = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.drop { $0 == " " || $0 == "\t" }
      let name = words.dropFirst().prefix { $0.isLetter }
      guard depth > 0 || words.first == "@" && hidden.contains(String(name)) else { return line }
      depth = max(0, depth + line.count { $0 == "{" } - line.count { $0 == "}" })
      return ""
    }.joined(separator: "\n")
  }
}
