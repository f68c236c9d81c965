/// Escapes text for Markdown.
enum MarkdownText {
  /// Returns text on one line, which Markdown shows as it is.
  static func escape(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .map { "\\[]<>*_`".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
