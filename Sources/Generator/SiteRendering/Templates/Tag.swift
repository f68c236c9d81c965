/// One tag as it stands in a template.
struct Tag {
  /// What a tag does, by the character that says so after the opening delimiter.
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
    var opensElement: Bool {
      switch self {
      case .section, .inverted, .block, .parent: true
      default: false
      }
    }
  }

  /// What it does.
  var kind: Kind
  /// Its name without white space around it: a dynamic name begins with `*`, a comment has none.
  var name: String
  /// The bytes from its opening delimiter to its closing one.
  var range: Range<Int>
  /// The delimiters it is written with.
  var delimiters: Delimiters

  /// The tag for a message, without white space.
  var text: String { delimiters.around(kind.rawValue + name.clipped) }

  /// The tag that closes this one.
  var closingText: String { delimiters.around(Kind.closing.rawValue + name.clipped) }
}

/// What encloses a tag: `{{` and `}}` until a set-delimiter tag says otherwise.
struct Delimiters {
  /// What a tag begins with; at least one byte.
  var opening: [UInt8]
  /// What a tag ends with; at least one byte.
  var closing: [UInt8]

  /// `{{` and `}}`.
  static let standard = Delimiters(opening: Array("{{".utf8), closing: Array("}}".utf8))

  /// Longer delimiters are refused: looking for them would no longer take linear time.
  static let maximumLength = 32

  /// A tag with some content, for a message.
  func around(_ content: String) -> String {
    String(decoding: opening, as: UTF8.self) + content + String(decoding: closing, as: UTF8.self)
  }
}

extension String {
  /// The text for a message: on one line, and of bearable length.
  var clipped: String {
    let words = prefix(61).split { $0.isWhitespace }.joined(separator: " ")
    return words.count > 60 ? words.prefix(60) + "…" : words
  }
}
