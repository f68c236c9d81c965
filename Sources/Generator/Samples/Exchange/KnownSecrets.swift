import DrawnWords

/// What is shortened somewhere in an exchange, so that it is everywhere: a session's id may be sent on under
/// any name.
///
/// Of what is drawn by lot alone: a password may be an ordinary word, and so may a document's id.
struct KnownSecrets {
  /// What is shown of each.
  private var words: [Substring: String] = [:]

  /// - Parameter texts: what was said, and what is shown of it.
  init(_ texts: [(said: String, shown: String)]) {
    for (said, shown) in texts {
      guard shown.contains(SecretShortening.mark) else { continue }
      let left = Set(DrawnWords.all(in: shown))
      for word in DrawnWords.all(in: said) where !left.contains(word) && Self.isDrawn(word) {
        let beginning = String(word.prefix(6)) + SecretShortening.mark
        if shown.contains(beginning) { words[word] = beginning }
      }
    }
  }

  /// Whether a word is of a number's digits, or of letters of both kinds and digits.
  static func isDrawn(_ word: Substring) -> Bool {
    word.allSatisfy { $0.isHexDigit || $0 == "-" }
      || word.contains(where: \.isNumber) && word.contains(where: \.isUppercase)
        && word.contains(where: \.isLowercase)
  }

  /// A text without them.
  func shortened(_ text: String) -> String {
    if words.isEmpty { return text }
    return DrawnWords.parts(of: text).map { part in
      part.isDrawn ? words[part.text] ?? String(part.text) : String(part.text)
    }.joined()
  }
}
