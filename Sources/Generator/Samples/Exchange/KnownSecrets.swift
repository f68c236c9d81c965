import DrawnWords

/// What is shortened somewhere in an exchange, so that it is everywhere: a session's id may be sent on under
/// any name.
///
/// Of what is drawn by lot alone: a password may be an ordinary word.
struct KnownSecrets {
  /// What is shown of each.
  private var words: [Substring: String] = [:]

  /// - Parameter texts: what was said, and what is shown of it.
  init(_ texts: [(said: String, shown: String)]) {
    for (said, shown) in texts {
      let left = Set(DrawnWords.all(in: shown))
      for word in DrawnWords.all(in: said)
      where !left.contains(word) && word.contains(where: \.isNumber) {
        let beginning = String(word.prefix(6)) + SecretShortening.mark
        words[word] = shown.contains(beginning) ? beginning : SecretShortening.mark
      }
    }
  }

  /// A text without them.
  func shortened(_ text: String) -> String {
    if words.isEmpty { return text }
    return DrawnWords.parts(of: text).map { part in
      part.isDrawn ? words[part.text] ?? String(part.text) : String(part.text)
    }.joined()
  }
}
