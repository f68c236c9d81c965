/// The directives of DocC that are no blocks of their own.
public enum CatalogDirectives {
  /// Those that concern only DocC, with everything between their braces.
  private static let hidden: Set = ["Comment", "Metadata", "Options"]
  /// The one that says what to use instead of a deprecated symbol.
  private static let deprecation = "DeprecationSummary"

  /// Returns Markdown with empty lines instead of directives that readers don't see, and with a
  /// paragraph for a deprecation, so that all other lines keep their numbers.
  public static func read(in text: String) -> String {
    var fenced = FencedLines()
    var depth = 0
    var isHidden = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.drop { $0 == " " || $0 == "\t" }
      var shown = String(line)
      if depth == 0 {
        guard !fenced.contain(words), words.first == "@" else { return shown }
        let name = String(words.dropFirst().prefix { $0.isLetter })
        guard hidden.contains(name) || name == deprecation else { return shown }
        isHidden = name != deprecation
        shown = "**Deprecated.**\(words.drop { $0 != "{" }.dropFirst())"
      }
      depth = max(0, depth + line.count { $0 == "{" } - line.count { $0 == "}" })
      if isHidden { return "" }
      if depth == 0, let end = shown.lastIndex(of: "}") { shown.removeSubrange(end...) }
      return shown
    }.joined(separator: "\n")
  }
}
