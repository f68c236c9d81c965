/// A tag of a template.
struct Tag {
  /// The kind of a tag, by the character after the opening delimiter.
  enum Kind: String {
    case variable = ""
    /// Also `{{{x}}}`.
    case unescaped = "&"
    case section = "#"
    case inverted = "^"
    case block = "$"
    case parent = "<"
    case partial = ">"
    case closing = "/"
    case comment = "!"
    case delimiters = "="

    /// Whether a closing tag must follow.
    var opensElement: Bool { [.section, .inverted, .block, .parent].contains(self) }
  }

  /// The kind.
  var kind: Kind
  /// The name without white space around it; a comment has none.
  var name: String
  /// The bytes from its opening delimiter to its closing one.
  var range: Range<Int>
  /// Its delimiters.
  var delimiters: Delimiters

  /// The tag for a message, without white space.
  var text: String { delimiters.around(kind.rawValue + name.clipped) }

  /// The tag that closes this one.
  var closingText: String { delimiters.around(Kind.closing.rawValue + name.clipped) }
}

/// The delimiters of a tag: `{{` and `}}` until a set-delimiter tag changes them.
struct Delimiters {
  /// The opening delimiter; at least one byte.
  var opening: [UInt8]
  /// The closing delimiter; at least one byte.
  var closing: [UInt8]

  /// `{{` and `}}`.
  static let standard = Delimiters(opening: Array("{{".utf8), closing: Array("}}".utf8))

  /// Returns a tag with some content, for a message.
  func around(_ content: String) -> String {
    String(decoding: opening, as: UTF8.self) + content + String(decoding: closing, as: UTF8.self)
  }
}

extension String {
  /// The text for a message: on one line, and truncated.
  var clipped: String {
    let words = prefix(61).split { $0.isWhitespace }.joined(separator: " ")
    return words.count > 60 ? words.prefix(60) + "…" : words
  }
}
