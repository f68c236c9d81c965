import DocgenDocModel
import DocgenGround

/// The text after an opening fence: a language, then words, `key=value` pairs and line numbers in
/// braces.
struct FenceInfo: Sendable, Hashable {
  /// A word or pair after the language.
  struct Option: Sendable, Hashable {
    /// The word, or the text before `=`.
    var name: String
    /// The text after `=`, without quotes; `nil` for a word.
    var value: String?
    /// The range in the file.
    var range: SourceRange
    /// Whether its value begins with a quote and doesn't end with one.
    var isUnclosed = false
    /// Whether its value is in quotes.
    var isQuoted = false
    /// Whether a space is next to the `=`.
    var isSpaced = false
    /// Whether a no-break space precedes it.
    var followsNoBreakSpace = false
  }

  /// The first word as written.
  var language: String
  /// The words and pairs after it, without `{…}`.
  var options: [Option] = []
  /// The texts in braces.
  var braces: [Option] = []

  init(_ block: CodeBlock) {
    var scanner = Scanner(rest: block.info[...], block: block)
    language = scanner.word { !$0.isWhitespace && $0 != "{" }
    while let option = scanner.option(&braces) { options.append(option) }
  }

  /// The text in brackets after the language, which is a title in VitePress.
  var label: String? {
    guard let name = options.first?.name, name.hasPrefix("["), name.hasSuffix("]"), name.count > 2
    else { return nil }
    return String(name.dropFirst().dropLast())
  }

  /// Returns the first option with a name.
  subscript(name: String) -> Option? {
    options.first { $0.name == name }
  }

  private struct Scanner {
    var rest: Substring
    let block: CodeBlock

    mutating func word(while belongs: (Character) -> Bool) -> String {
      let word = rest.prefix(while: belongs)
      rest = rest.dropFirst(word.count)
      return String(word)
    }

    mutating func option(_ braces: inout [Option]) -> Option? {
      let start = rest.startIndex
      skipSpace()
      let followsNoBreakSpace = rest.base[start..<rest.startIndex].contains("\u{A0}")
      while rest.first == "{" {
        let begin = rest.startIndex
        rest = rest.dropFirst()
        let content = word { $0 != "}" }
        rest = rest.dropFirst()
        braces.append(Option(name: content, value: nil, range: range(from: begin)))
        skipSpace()
      }
      if rest.isEmpty { return nil }
      let begin = rest.startIndex
      let name = word { !$0.isWhitespace && $0 != "=" && $0 != "{" }
      var value: String?
      var isClosed = true
      var isQuoted = false
      let afterName = rest
      skipSpace()
      // In `id = a`, the value follows all the same, so that one mistake causes one message.
      var isSpaced = rest.first == "=" && rest.startIndex != afterName.startIndex
      if !isSpaced { rest = afterName }
      if rest.first == "=" {
        rest = rest.dropFirst()
        isSpaced = isSpaced || rest.first?.isWhitespace ?? false
        skipSpace()
        isQuoted = rest.first == "\"" || rest.first == "'"
        (value, isClosed) = self.value()
      } else if name.isEmpty {
        rest = rest.dropFirst()
      }
      return Option(
        name: name, value: value, range: range(from: begin), isUnclosed: !isClosed,
        isQuoted: isQuoted, isSpaced: isSpaced, followsNoBreakSpace: followsNoBreakSpace)
    }

    private mutating func skipSpace() {
      rest = rest.drop { $0.isWhitespace }
    }

    private mutating func value() -> (text: String, isClosed: Bool) {
      guard let quote = rest.first, quote == "\"" || quote == "'" else {
        return (word { !$0.isWhitespace }, true)
      }
      rest = rest.dropFirst()
      let value = word { $0 != quote }
      let isClosed = !rest.isEmpty
      rest = rest.dropFirst()
      return (value, isClosed)
    }

    private func range(from begin: String.Index) -> SourceRange {
      let text = block.info.utf8
      return SourceRange(
        block.infoPosition(at: text.distance(from: text.startIndex, to: begin)),
        block.infoPosition(at: text.distance(from: text.startIndex, to: rest.startIndex)))
    }
  }
}
