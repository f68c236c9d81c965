import DocgenGround
import Foundation

/// The identifiers that generators derive from the text of a heading.
extension HeadingIdentifiers {
  /// Returns GitHub's identifier of a text, in Unicode's composed form; `section` if it would be
  /// empty.
  static func gitHub(_ text: String) -> String {
    if text.isPrintableASCII {
      let id = plain(text.trimmed, marks: "-_")
      return id.isEmpty ? "section" : id
    }
    let folded = text.trimmed.precomposedStringWithCanonicalMapping.lowercased()
    var id = ""
    for character in folded {
      if character.isWhitespace || character == "-" {
        id.append("-")
      } else if character == "_" || character.unicodeScalars.contains(where: \.isWordScalar) {
        id.append(contentsOf: character.unicodeScalars.filter(\.isWordScalar).map(Character.init))
        if character == "_" { id.append("_") }
      }
    }
    return id.isEmpty ? "section" : id
  }

  /// Returns Python-Markdown's identifier, which has no two hyphens in a row.
  static func collapsed(_ id: String) -> String {
    var bytes: [UInt8] = []
    for byte in id.utf8 where byte != hyphen || bytes.last ?? hyphen != hyphen {
      bytes.append(byte)
    }
    if bytes.last == hyphen { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns ASCII text in lower case with hyphens for spaces, and of other signs only some.
  private static func plain(_ text: String, marks: String) -> String {
    let bytes = text.utf8.compactMap { byte in
      byte == UInt8(ascii: " ")
        ? hyphen : byte.lowercasedWordByte ?? (marks.utf8.contains(byte) ? byte : nil)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the older portal's identifier: white space to hyphens, then all but `A-Za-z0-9-_.`
  /// dropped.
  static func portal(_ text: String) -> String {
    if text.isPrintableASCII { return plain(text, marks: "-_.") }
    return String(
      text.lowercased().map { $0.isWhitespace ? "-" : $0 }.filter {
        $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
      })
  }

  /// Returns an identifier with one hyphen for every run of other characters than letters and
  /// digits; these are ASCII only, or of all scripts as in jazzy.
  static func words(_ text: String, unicode: Bool) -> String {
    if text.isPrintableASCII {
      let bytes = text.utf8.map { $0.lowercasedWordByte ?? hyphen }
      return collapsed(String(decoding: bytes, as: UTF8.self))
    }
    // VitePress and Python-Markdown keep the letter without its accent.
    let text =
      unicode
      ? text
      : String(
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
          $0.properties.generalCategory != .nonspacingMark
        }.map(Character.init))
    return text.lowercased().split { character in
      !(character.isLetter || character.isNumber) || !(unicode || character.isASCII)
    }.joined(separator: "-")
  }
}

private let hyphen = UInt8(ascii: "-")

extension String {
  /// Whether the text has only letters, digits, signs and spaces of ASCII, as most headings; these
  /// are read as bytes, since characters take long.
  var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  /// Whether the text has only letters and digits of ASCII, and single spaces between them.
  var isWordsOfASCII: Bool {
    var isAfterWord = false
    for byte in utf8 {
      let isWord = byte.lowercasedWordByte != nil
      guard isWord || isAfterWord && byte == UInt8(ascii: " ") else { return false }
      isAfterWord = isWord
    }
    return isAfterWord
  }
}

extension UInt8 {
  /// A letter of ASCII in lower case, or a digit; `nil` for other bytes.
  fileprivate var lowercasedWordByte: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): self
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWordScalar: Bool {
    properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .spacingMark
  }
}
