/// Regular expressions (SE-0354).
extension SwiftLexer {
  mutating func readExtendedRegex(hashes: Int) {
    let closing = [.slash] + repeatElement(UInt8.hash, count: hashes)
    var end = index + hashes + 1
    while end < bytes.count {
      if bytes[end] == .slash, isAt(end, closing) { return add(.regex, to: end + closing.count) }
      end += 1
    }
    endsInside = true
    add(.regex, to: bytes.count)
  }

  /// The end of a regular expression that starts here; `nil` for an operator.
  ///
  /// A regular expression starts where a value can start, has no space at either end, and ends on
  /// its line. An unmatched closing parenthesis belongs to the code.
  var endOfRegex: Int? {
    if byte(-1).isOperatorPart || byte(-1) == .dot || followsValue { return nil }
    guard !" \t\n=\0".utf8.contains(byte(1)) else { return nil }
    var isEscaped = false
    var isInClass = false
    var depth = 0
    for end in index + 1..<bytes.count {
      let byte = bytes[end]
      if byte == .newline { return nil }
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case .slash: return " \t".utf8.contains(bytes[end - 1]) ? nil : end + 1
      case .backslash: isEscaped = true
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case .opening where !isInClass: depth += 1
      case .closing where !isInClass:
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
}
