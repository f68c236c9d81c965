import DocgenGround

extension String {
  /// Returns `unknown front matter key 'titel'; did you mean 'title'?`, or lists the known keys.
  static func unknown(_ what: String, named word: String, among known: [String]) -> String {
    let way =
      Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.sorted().joined(separator: ", "))"
    return "unknown \(what) '\(word)'; \(way)"
  }
}
