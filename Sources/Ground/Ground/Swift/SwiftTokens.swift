/// Swift source without the contents of comments, strings and regular expressions.
package struct SwiftTokens {
  /// The source with each comment replaced by a space.
  ///
  /// Strings and regular expressions are empty except for interpolations. Line numbers stay the
  /// same.
  package let code: String
  /// Whether the source ends inside a comment or a multi-line string.
  package let endsInside: Bool
  /// The lines, from 0, that start inside a comment, string or regular expression.
  package let linesInside: Set<Int>
  /// The number of brackets of any kind that are open at the end.
  package var depth: Int {
    code.utf8.reduce(0) { depth, byte in
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth + 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth - 1
      default: depth
      }
    }
  }

  /// Scans a source; an unclosed comment or string extends to its end.
  package init(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    while !reader.rest.isEmpty { reader.readCode() }
    code = String(decoding: reader.code, as: UTF8.self)
    endsInside = reader.endsInside
    linesInside = reader.linesInside
  }

  /// The number of `#if` that are open at the end.
  package var openConditions: Int {
    guard code.contains(bytesOf: "#if") else { return 0 }
    return code.splitIntoLines().reduce(0) { $0 + (ConditionalDirective($1)?.change ?? 0) }
  }

  /// Returns whether the code for this system has an attribute, such as `main`.
  package func contains(attribute name: String) -> Bool {
    codeForThisSystem.split(separator: "@", omittingEmptySubsequences: false).dropFirst().contains {
      part in
      part.hasPrefix(name) && part.dropFirst(name.count).first?.isIdentifierPart != true
    }
  }
}

extension Character {
  /// Whether a Swift identifier can contain the character after its first, except for rare symbols.
  package var isIdentifierPart: Bool { isLetter || isNumber || self == "_" }
}
