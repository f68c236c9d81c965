/// Splits Swift source into lexemes, byte by byte and without recursion.
///
/// Any text has lexemes: an unclosed comment, multi-line string or regular expression extends to
/// the end, other unclosed literals to the end of their line.
struct SwiftLexer {
  /// A string literal that is open.
  private struct OpenString {
    var hashes: Int
    var quotes: Int
    /// The parentheses that are open in its current interpolation; `nil` outside of one.
    var depth: Int?
  }

  private let bytes: [UInt8]
  private var index = 0
  private var strings: [OpenString] = []
  private(set) var lexemes: [SwiftTokens.Lexeme] = []
  private(set) var endsInside = false
  /// The last lexeme that is neither a comment nor a space within a line.
  private var previous: SwiftTokens.Lexeme?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while index < bytes.count {
      if let string = strings.last, string.depth == nil { readText(of: string) } else { readCode() }
    }
    if strings.contains(where: { $0.quotes > 1 }) { endsInside = true }
    while strings.popLast() != nil { add(.stringEnd, to: index) }
  }

  private mutating func add(_ kind: SwiftTokens.Lexeme.Kind, to end: Int) {
    let lexeme = SwiftTokens.Lexeme(kind: kind, range: index..<end)
    lexemes.append(lexeme)
    switch kind {
    case .comment, .documentation: break
    case .space: if bytes[lexeme.range].contains(newline) { previous = nil }
    default: previous = lexeme
    }
    index = end
  }

  /// Returns a byte relative to the current one; zero outside the source.
  private func byte(_ offset: Int = 0) -> UInt8 {
    bytes.indices.contains(index + offset) ? bytes[index + offset] : 0
  }

  /// Returns the first index from here whose byte doesn't satisfy a condition.
  private func end(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !belongs($0) } ?? bytes.count
  }

  private func isAt(_ start: Int, in text: [UInt8]) -> Bool {
    bytes[min(start, bytes.count)...].starts(with: text)
  }

  // MARK: Code

  private mutating func readCode() {
    switch byte() {
    case let byte where byte.isSwiftSpace: add(.space, to: end(from: index) { $0.isSwiftSpace })
    case slash where byte(1) == slash: readLineComment()
    case slash where byte(1) == star: readBlockComment()
    case slash where endOfRegex != nil: add(.regex, to: endOfRegex ?? index + 1)
    case quote: openString(hashes: 0)
    case hash: readHashes()
    case backquote where endOfQuotedWord != nil: add(.quotedWord, to: endOfQuotedWord ?? index + 1)
    case UInt8(ascii: "@") where byte(1).isIdentifierPart:
      add(.attribute, to: end(from: index + 1) { $0.isIdentifierPart || $0 == dot })
    case UInt8(ascii: "<") where byte(1) == hash && endOfPlaceholder != nil:
      add(.placeholder, to: endOfPlaceholder ?? index + 1)
    case let byte where byte.isDigit: add(.number, to: endOfNumber)
    case let byte where byte.isIdentifierPart || byte == UInt8(ascii: "$"):
      add(.word, to: end(from: index + 1) { $0.isIdentifierPart })
    case let byte where byte.isOperatorPart || byte == dot && self.byte(1) == dot:
      add(.operator, to: endOfOperator)
    default: readPunctuation()
    }
  }

  private mutating func readPunctuation() {
    if let depth = strings.last?.depth {
      if byte() == opening { strings[strings.count - 1].depth = depth + 1 }
      if byte() == closing {
        strings[strings.count - 1].depth = depth == 0 ? nil : depth - 1
        if depth == 0 { return add(.interpolationEnd, to: index + 1) }
      }
    }
    add(.punctuation, to: index + 1)
  }

  private mutating func readLineComment() {
    let isDocumentation = byte(2) == slash && byte(3) != slash
    add(isDocumentation ? .documentation : .comment, to: end(from: index) { $0 != newline })
  }

  /// Comments can be nested.
  private mutating func readBlockComment() {
    let isDocumentation = byte(2) == star && byte(3) != star && byte(3) != slash
    var depth = 0
    var end = index
    repeat {
      if isAt(end, in: [slash, star]) {
        depth += 1
        end += 2
      } else if isAt(end, in: [star, slash]) {
        depth -= 1
        end += 2
      } else {
        end += 1
      }
    } while depth > 0 && end < bytes.count
    if depth > 0 { endsInside = true }
    add(isDocumentation ? .documentation : .comment, to: min(end, bytes.count))
  }

  /// Reads a raw string, an extended regular expression, or a directive.
  private mutating func readHashes() {
    let afterHashes = end(from: index) { $0 == hash }
    let count = afterHashes - index
    if isAt(afterHashes, in: [quote]) { return openString(hashes: count) }
    if isAt(afterHashes, in: [slash]) { return readExtendedRegex(hashes: count) }
    if index == 0, byte(1) == UInt8(ascii: "!") { return readLineComment() }
    let end = end(from: afterHashes) { $0.isIdentifierPart }
    if count == 1, end > afterHashes { return add(.directive, to: end) }
    add(.punctuation, to: afterHashes)
  }

  private mutating func readExtendedRegex(hashes: Int) {
    let closing = [slash] + Array(repeating: hash, count: hashes)
    var end = index + hashes + 1
    while end < bytes.count {
      if bytes[end] == slash, isAt(end, in: closing) {
        return add(.regex, to: end + closing.count)
      }
      end += 1
    }
    endsInside = true
    add(.regex, to: bytes.count)
  }

  private var endOfQuotedWord: Int? {
    let end = end(from: index + 1) { $0 != backquote && $0 != newline }
    return isAt(end, in: [backquote]) ? end + 1 : nil
  }

  /// The end of `<#name#>`.
  private var endOfPlaceholder: Int? {
    let end = end(from: index + 2) { $0 != hash && $0 != newline }
    return isAt(end, in: [hash, UInt8(ascii: ">")]) ? end + 2 : nil
  }

  private var endOfOperator: Int {
    let mayHaveDots = byte() == dot
    return
      (index + 1..<bytes.count).first { end in
        let isComment =
          bytes[end] == slash && (isAt(end + 1, in: [slash]) || isAt(end + 1, in: [star]))
        return isComment || !(bytes[end].isOperatorPart || mayHaveDots && bytes[end] == dot)
      } ?? bytes.count
  }

  private var endOfNumber: Int {
    let isHexadecimal = isAt(index, in: Array("0x".utf8))
    // The members of tuples follow each other: `a.0.1`.
    let isMember = previous?.kind == .punctuation && byte(-1) == dot
    var end = end(from: index) { $0.isIdentifierPart }
    if !isMember, isAt(end, in: [dot]), end + 1 < bytes.count, bytes[end + 1].isDigit {
      end = self.end(from: end + 1) { $0.isIdentifierPart }
    }
    let exponent = Array((isHexadecimal ? "pP" : "eE").utf8)
    if exponent.contains(bytes[end - 1]),
      isAt(end, in: [minus]) || isAt(end, in: [UInt8(ascii: "+")])
    {
      end = self.end(from: end + 1) { $0.isIdentifierPart }
    }
    return end
  }

  // MARK: Regular expressions

  /// The end of a regular expression that starts here; `nil` for an operator.
  ///
  /// A regular expression starts where a value can start, has no space at either end, and ends on
  /// its line. An unmatched closing parenthesis belongs to the code (SE-0354).
  private var endOfRegex: Int? {
    if byte(-1).isOperatorPart || byte(-1) == dot || followsValue { return nil }
    guard !" \t\n=\0".utf8.contains(byte(1)) else { return nil }
    var isEscaped = false
    var isInClass = false
    var depth = 0
    for end in index + 1..<bytes.count {
      let byte = bytes[end]
      if byte == newline { return nil }
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case slash: return " \t".utf8.contains(bytes[end - 1]) ? nil : end + 1
      case backslash: isEscaped = true
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case opening where !isInClass: depth += 1
      case closing where !isInClass:
        depth -= 1
        if depth < 0 { return nil }
      default: break
      }
    }
    return nil
  }

  /// Whether a value ends before the current byte, so that a slash is an operator.
  private var followsValue: Bool {
    guard let previous else { return false }
    let text = bytes[previous.range]
    switch previous.kind {
    case .word:
      return !["return", "in", "try", "await", "case", "where", "yield"].contains { keyword in
        text.elementsEqual(keyword.utf8)
      }
    case .operator: return text.last == UInt8(ascii: "?") || text.last == UInt8(ascii: "!")
    case .punctuation: return text.last.map { ")]}'\\".utf8.contains($0) } ?? false
    case .interpolationStart: return false
    default: return true
    }
  }

  // MARK: Strings

  private mutating func openString(hashes: Int) {
    let three = [quote, quote, quote]
    let quotes = isAt(index + hashes, in: three) ? 3 : 1
    strings.append(OpenString(hashes: hashes, quotes: quotes))
    add(.stringStart, to: index + hashes + quotes)
  }

  /// Reads text up to the next escape, or to the end of the string.
  private mutating func readText(of string: OpenString) {
    let hashes = Array(repeating: hash, count: string.hashes)
    let closing = Array(repeating: quote, count: string.quotes) + hashes
    var end = index
    while end < bytes.count {
      let byte = bytes[end]
      if byte == quote && isAt(end, in: closing) || byte == backslash && isAt(end + 1, in: hashes)
        || byte == newline && string.quotes == 1
      {
        break
      }
      end += 1
    }
    if end > index { add(.stringText, to: end) }
    guard index < bytes.count else { return }
    if byte() == backslash { return readEscape(hashes: string.hashes) }
    strings.removeLast()
    // A single-line string ends with its line, closed or not.
    add(.stringEnd, to: byte() == quote ? index + closing.count : index)
  }

  private mutating func readEscape(hashes: Int) {
    let sign = index + 1 + hashes
    if isAt(sign, in: [opening]) {
      strings[strings.count - 1].depth = 0
      return add(.interpolationStart, to: sign + 1)
    }
    var end = min(sign + 1, bytes.count)
    if isAt(sign, in: Array("u{".utf8)) {
      let brace = bytes[sign...].prefix(12).firstIndex(of: UInt8(ascii: "}"))
      end = brace.map { $0 + 1 } ?? end
    } else {
      // The escaped character may have several bytes.
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      // A line end closes a single-line string.
      if isAt(sign, in: [newline]) { end = sign }
    }
    add(.escape, to: end)
  }
}

private let (quote, hash, slash, star, newline) = (
  UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\n")
)
private let (opening, closing, backslash) = (
  UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\")
)
private let (backquote, dot, minus) = (UInt8(ascii: "`"), UInt8(ascii: "."), UInt8(ascii: "-"))

extension UInt8 {
  /// Whether a Swift identifier can contain the byte after its first.
  package var isIdentifierPart: Bool {
    isDigit || (0x41...0x5A).contains(self & 0xDF) || self >= 0x80 || self == UInt8(ascii: "_")
  }

  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is a space, a tab or a line end.
  package var isSwiftSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  fileprivate var isOperatorPart: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }
}
