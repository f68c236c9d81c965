/// Splits Swift source into lexemes, byte by byte and without recursion.
///
/// Any text has lexemes: an unclosed comment, multi-line string or regular expression extends to
/// the end, other unclosed literals to the end of their line.
struct SwiftLexer {
  /// A string literal that is open.
  struct OpenString {
    var hashes: Int
    var quotes: Int
    /// The parentheses that are open in its current interpolation; `nil` outside of one.
    var depth: Int?
  }

  let bytes: [UInt8]
  private(set) var index = 0
  var strings: [OpenString] = []
  private(set) var lexemes: [SwiftTokens.Lexeme] = []
  var endsInside = false
  /// The last lexeme that is neither a comment nor a space within a line.
  private(set) var previous: SwiftTokens.Lexeme?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while index < bytes.count {
      if let string = strings.last, string.depth == nil { readText(of: string) } else { readCode() }
    }
    if strings.contains(where: { $0.quotes > 1 }) { endsInside = true }
    while strings.popLast() != nil { add(.stringEnd, to: index) }
  }

  mutating func add(_ kind: SwiftTokens.Lexeme.Kind, to end: Int) {
    let lexeme = SwiftTokens.Lexeme(kind: kind, range: index..<end)
    lexemes.append(lexeme)
    switch kind {
    case .comment, .documentation: break
    case .space: if bytes[lexeme.range].contains(.newline) { previous = nil }
    default: previous = lexeme
    }
    index = end
  }

  /// Returns a byte relative to the current one; zero outside the source.
  func byte(_ offset: Int = 0) -> UInt8 {
    bytes.indices.contains(index + offset) ? bytes[index + offset] : 0
  }

  /// Returns the first index from here whose byte doesn't satisfy a condition.
  func end(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !belongs($0) } ?? bytes.count
  }

  func isAt(_ start: Int, _ text: some Sequence<UInt8>) -> Bool {
    bytes[min(start, bytes.count)...].starts(with: text)
  }

  private mutating func readCode() {
    switch byte() {
    case let byte where byte.isSwiftSpace: add(.space, to: end(from: index) { $0.isSwiftSpace })
    case .slash where byte(1) == .slash: readLineComment()
    case .slash where byte(1) == .star: readBlockComment()
    case .slash: if let end = endOfRegex { add(.regex, to: end) } else { readOperator() }
    case .quote: openString(hashes: 0)
    case .hash: readHashes()
    case .backquote:
      if let end = endOfQuotedWord { add(.quotedWord, to: end) } else { readPunctuation() }
    case UInt8(ascii: "@") where byte(1).isIdentifierPart:
      add(.attribute, to: end(from: index + 1) { $0.isIdentifierPart || $0 == .dot })
    case UInt8(ascii: "<"):
      if let end = endOfPlaceholder { add(.placeholder, to: end) } else { readOperator() }
    case let byte where byte.isDigit: readNumber()
    case let byte where byte.isIdentifierPart || byte == UInt8(ascii: "$"):
      add(.word, to: end(from: index + 1) { $0.isIdentifierPart })
    case let byte where byte.isOperatorPart || byte == .dot && self.byte(1) == .dot: readOperator()
    default: readPunctuation()
    }
  }

  private mutating func readPunctuation() {
    if let depth = strings.last?.depth {
      if byte() == .opening { strings[strings.count - 1].depth = depth + 1 }
      if byte() == .closing {
        strings[strings.count - 1].depth = depth == 0 ? nil : depth - 1
        if depth == 0 { return add(.interpolationEnd, to: index + 1) }
      }
    }
    add(.punctuation, to: index + 1)
  }

  private mutating func readOperator() {
    let mayHaveDots = byte() == .dot
    var end = index + 1
    while end < bytes.count, bytes[end].isOperatorPart || mayHaveDots && bytes[end] == .dot {
      if isAt(end, "//".utf8) || isAt(end, "/*".utf8) { break }
      end += 1
    }
    add(.operator, to: end)
  }

  /// Reads a raw string, an extended regular expression, or a directive.
  private mutating func readHashes() {
    let afterHashes = end(from: index) { $0 == .hash }
    let count = afterHashes - index
    if isAt(afterHashes, "\"".utf8) { return openString(hashes: count) }
    if isAt(afterHashes, "/".utf8) { return readExtendedRegex(hashes: count) }
    if index == 0, byte(1) == UInt8(ascii: "!") { return readLineComment() }
    let end = end(from: afterHashes) { $0.isIdentifierPart }
    if count == 1, end > afterHashes { return add(.directive, to: end) }
    add(.punctuation, to: afterHashes)
  }

  private var endOfQuotedWord: Int? {
    let end = end(from: index + 1) { $0 != .backquote && $0 != .newline }
    return isAt(end, "`".utf8) ? end + 1 : nil
  }

  /// The end of `<#name#>`.
  private var endOfPlaceholder: Int? {
    guard byte(1) == .hash else { return nil }
    let end = end(from: index + 2) { $0 != .hash && $0 != .newline }
    return isAt(end, "#>".utf8) ? end + 2 : nil
  }

  // MARK: Comments

  private mutating func readLineComment() {
    let isDocumentation = byte(2) == .slash && byte(3) != .slash
    add(isDocumentation ? .documentation : .comment, to: end(from: index) { $0 != .newline })
  }

  /// Comments can be nested.
  private mutating func readBlockComment() {
    let isDocumentation = byte(2) == .star && byte(3) != .star && byte(3) != .slash
    var depth = 0
    var end = index
    repeat {
      if isAt(end, "/*".utf8) {
        depth += 1
        end += 2
      } else if isAt(end, "*/".utf8) {
        depth -= 1
        end += 2
      } else {
        end += 1
      }
    } while depth > 0 && end < bytes.count
    if depth > 0 { endsInside = true }
    add(isDocumentation ? .documentation : .comment, to: min(end, bytes.count))
  }
}

extension UInt8 {
  static var newline: UInt8 { UInt8(ascii: "\n") }
  static var quote: UInt8 { UInt8(ascii: "\"") }
  static var backquote: UInt8 { UInt8(ascii: "`") }
  static var hash: UInt8 { UInt8(ascii: "#") }
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var star: UInt8 { UInt8(ascii: "*") }
  static var dot: UInt8 { UInt8(ascii: ".") }
  static var opening: UInt8 { UInt8(ascii: "(") }
  static var closing: UInt8 { UInt8(ascii: ")") }

  /// Whether a Swift identifier can contain the byte after its first.
  package var isIdentifierPart: Bool {
    isDigit || (0x41...0x5A).contains(self & 0xDF) || self >= 0x80 || self == UInt8(ascii: "_")
  }

  /// Whether the byte is a space, a tab or a line end.
  package var isSwiftSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  var isDigit: Bool { (0x30...0x39).contains(self) }

  var isOperatorPart: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }
}
