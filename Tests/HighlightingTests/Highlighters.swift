import DocgenHighlighting

extension Highlighter {
  /// A highlighter for all tests, because loading the language files takes time.
  static let shared = Result { try Highlighter() }
}
