/// Swift source without what stands in comments, strings and patterns.
package struct SwiftTokens {
  /// The text with a space in place of each comment, and with strings and patterns that hold nothing but their
  /// interpolations; its lines are those of the text.
  package let code: String
  /// Whether it ends within a comment or a string of several lines.
  package let endsInside: Bool
  /// The lines, from 0, that begin within a comment, a string or a pattern.
  package let linesInside: Set<Int>
  /// How many brackets are open at its end, of whatever kind.
  package var depth: Int {
    code.utf8.reduce(0) { depth, byte in
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth + 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth - 1
      default: depth
      }
    }
  }

  /// Reads a text; what is not closed goes on to its end.
  package init(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    while !reader.rest.isEmpty { reader.readCode() }
    code = String(decoding: reader.code, as: UTF8.self)
    endsInside = reader.endsInside
    linesInside = reader.linesInside
  }

  /// How many `#if` are open at its end.
  package var openConditions: Int {
    guard code.contains(bytesOf: "#if") else { return 0 }
    return code.splitIntoLines().reduce(0) { $0 + (ConditionalDirective($1)?.change ?? 0) }
  }

  /// Whether an attribute such as `main` stands anywhere but in what is for other systems.
  package func contains(attribute name: String) -> Bool {
    codeForThisSystem.split(separator: "@", omittingEmptySubsequences: false).dropFirst().contains {
      part in
      part.hasPrefix(name) && part.dropFirst(name.count).first?.isIdentifierPart != true
    }
  }
}
