extension SwiftTokens {
  /// Scans a text byte by byte, a hundred times faster than by character.
  struct Reader {
    var rest: ArraySlice<UInt8>
    var code: [UInt8] = []
    var endsInside = false
    var linesInside: Set<Int> = []
    private var line = 0
    /// The number of open interpolations; beyond `deepest`, they count as text.
    private var nesting = 0
    private static let deepest = 50
    private static let (quote, hash, slash, star, newline) = (
      UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "*"),
      UInt8(ascii: "\n")
    )
    private static let backquote = UInt8(ascii: "`")
    /// The code that replaces a string or regular expression.
    private static let empty = [quote, quote]
    private static let (opening, closing) = (UInt8(ascii: "("), UInt8(ascii: ")"))

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Reads up to the parenthesis that closes an interpolation, or to the end.
    mutating func readCode() {
      var depth = 0
      while let byte = rest.first {
        if byte == Self.slash, rest.dropFirst().first == Self.slash {
          rest = rest.drop { $0 != Self.newline }
        } else if byte == Self.slash, rest.dropFirst().first == Self.star {
          skipComment()
        } else if byte == Self.slash, let end = endOfRegex {
          rest = rest[end...]
          code += Self.empty
        } else if byte == Self.backquote, let end = endOfIdentifier {
          code += rest[..<end].map { Self.isIdentifierByte($0) ? $0 : UInt8(ascii: "_") }
          rest = rest[end...]
        } else if byte == Self.quote || byte == Self.hash {
          readHashesAndString()
        } else {
          rest.removeFirst()
          if byte == Self.opening { depth += 1 }
          if byte == Self.closing {
            if nesting > 0, depth == 0 { return }
            depth -= 1
          }
          if byte == Self.newline { line += 1 }
          code.append(byte)
        }
      }
    }

    /// The end of a regular expression that starts here; `nil` for an operator.
    ///
    /// A regular expression starts where a value can start, has no space at either end, and ends on
    /// its line. An unmatched closing parenthesis belongs to the code (SE-0354).
    private var endOfRegex: Int? {
      if let direct = code.last, "=-+*/%<>&|^~!?.".utf8.contains(direct) { return nil }
      let before = code.last { $0 != UInt8(ascii: " ") }
      let isAfterValue = before.map { Self.isIdentifierByte($0) || ")]}\"?!'\\".utf8.contains($0) }
      let keywords = ["return", "in", "try", "await", "case", "where", "yield"]
      if isAfterValue ?? false, !keywords.contains(where: endsWithKeyword) { return nil }
      guard let next = rest.dropFirst().first, !" \t\n=".utf8.contains(next) else { return nil }
      var isEscaped = false
      var isInClass = false
      var depth = 0
      for (index, byte) in zip(rest.indices, rest).dropFirst() {
        if byte == Self.newline { return nil }
        if isEscaped {
          isEscaped = false
          continue
        }
        switch byte {
        case Self.slash: return " \t".utf8.contains(rest[index - 1]) ? nil : index + 1
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "["): isInClass = true
        case UInt8(ascii: "]"): isInClass = false
        case Self.opening where !isInClass: depth += 1
        case Self.closing where !isInClass:
          depth -= 1
          if depth < 0 { return nil }
        default: break
        }
      }
      return nil
    }

    /// The end of an identifier in backquotes that starts here; it may contain any other character.
    private var endOfIdentifier: Int? {
      for (index, byte) in zip(rest.indices, rest).dropFirst() {
        if byte == Self.newline { return nil }
        if byte == Self.backquote { return index + 1 }
      }
      return nil
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == backquote
    }

    private func endsWithKeyword(_ keyword: String) -> Bool {
      guard let last = code.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return false }
      let end = code[...last]
      let previous = end.dropLast(keyword.utf8.count).last
      return end.suffix(keyword.utf8.count).elementsEqual(keyword.utf8)
        && !(previous.map { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) } ?? false)
    }

    /// Comments can be nested.
    private mutating func skipComment() {
      var depth = 0
      repeat {
        let next = rest.dropFirst().first
        if rest.first == Self.slash, next == Self.star {
          depth += 1
          rest.removeFirst(2)
        } else if rest.first == Self.star, next == Self.slash {
          depth -= 1
          rest.removeFirst(2)
        } else {
          skip()
        }
      } while depth > 0 && !rest.isEmpty
      if depth > 0 { endsInside = true }
      code.append(UInt8(ascii: " "))
    }

    private mutating func readHashesAndString() {
      let hashes = rest.prefix { $0 == Self.hash }
      rest = rest.dropFirst(hashes.count)
      if !hashes.isEmpty, rest.first == Self.slash { return skipRegex(hashes) }
      guard rest.first == Self.quote else { return code += hashes }
      let three = [Self.quote, Self.quote, Self.quote]
      let quotes = rest.starts(with: three) ? three : [Self.quote]
      rest.removeFirst(quotes.count)
      code.append(Self.quote)
      let (end, escape) = (quotes + hashes, [UInt8(ascii: "\\")] + hashes)
      var isOpen = quotes.count > 1
      while let byte = rest.first {
        if byte == Self.quote, rest.starts(with: end) {
          rest.removeFirst(end.count)
          isOpen = false
          break
        }
        // A single-line string ends with its line, closed or not.
        if quotes.count == 1, byte == Self.newline { break }
        if byte == escape[0], rest.starts(with: escape) {
          rest.removeFirst(escape.count)
          let isInterpolation = rest.first == Self.opening && nesting < Self.deepest
          skip()
          if isInterpolation {
            nesting += 1
            readCode()
            nesting -= 1
          }
        } else {
          skip()
        }
      }
      if isOpen { endsInside = true }
      code.append(Self.quote)
    }

    /// Skips a regular expression from `#/` to `/#`, possibly over several lines.
    private mutating func skipRegex(_ hashes: ArraySlice<UInt8>) {
      let end = [Self.slash] + hashes
      code.append(Self.quote)
      defer { code.append(Self.quote) }
      skip()
      while !rest.isEmpty {
        if rest.first == Self.slash, rest.starts(with: end) {
          rest.removeFirst(end.count)
          return
        }
        skip()
      }
      endsInside = true
    }

    /// Skips a byte, but keeps a line end.
    private mutating func skip() {
      guard let byte = rest.popFirst(), byte == Self.newline else { return }
      line += 1
      linesInside.insert(line)
      code.append(byte)
    }
  }
}
