import DocgenGround

/// Escapes text for HTML.
enum HTMLText {
  /// Returns text with every special character of HTML escaped, also for attributes.
  static func escape(_ text: some StringProtocol) -> String {
    // Most texts have none, and needn't be copied.
    guard text.contains(byteWhere: isSpecial) else { return String(text) }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case 0x00..<0x09, 0x0B, 0x0E..<0x20:
        // HTML must not contain these
        // (https://html.spec.whatwg.org/#preprocessing-the-input-stream); their symbols, from
        // U+2400, replace them.
        escaped += [0xE2, 0x90, 0x80 + byte]
      case 0x7F: escaped += "\u{2421}".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x3F..<0x7F, 0x80...: false
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    case 0x00..<0x09, 0x0B, 0x0E..<0x20, 0x7F: true
    default: false
    }
  }
}

/// Escapes text for XML 1.0.
package enum XMLText {
  /// Returns text with every special character escaped, also for attributes.
  package static func escape(_ text: String) -> String {
    // XML can't contain these at all; `HTMLText` replaces the other control characters.
    let allowed = text.unicodeScalars.filter {
      $0 != "\u{C}" && $0 != "\u{FFFE}" && $0 != "\u{FFFF}"
    }
    return HTMLText.escape(String(String.UnicodeScalarView(allowed)))
  }
}

extension String {
  /// The text in UTF-8 with each run of spaces and line ends as one space, and none at its
  /// beginning and end.
  var withSingleSpaces: [UInt8] {
    let space = UInt8(ascii: " ")
    func isSpace(_ byte: UInt8) -> Bool { byte == space || (0x09...0x0D).contains(byte) }
    var (text, bytes) = (self, [UInt8]())
    text.withUTF8 { source in
      var index = 0
      while index < source.count {
        if isSpace(source[index]) {
          index += 1
          continue
        }
        // Most texts have nothing but single spaces already.
        let start = index
        repeat {
          index += 1
        } while index < source.count
          && (source[index] > space || !isSpace(source[index])
            || source[index] == space && index + 1 < source.count && !isSpace(source[index + 1]))
        if !bytes.isEmpty { bytes.append(space) }
        bytes += UnsafeBufferPointer(rebasing: source[start..<index])
      }
    }
    return bytes
  }
}

/// Escapes text for Markdown.
enum MarkdownText {
  /// Returns text on one line, which Markdown shows as it is.
  static func escape(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.withSingleSpaces {
      if special.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static let special = Array("\\[]<>*_`".utf8)
}
