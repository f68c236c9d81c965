extension SwiftTokens {
  private static let operators = Set("+-*/%=<>&|^~!?")

  /// Words behind which more must come.
  private static let beginnings = [
    "as", "await", "class", "defer", "do", "else", "enum", "extension", "fileprivate", "for",
    "func",
    "guard", "if", "import", "in", "internal", "is", "let", "private", "protocol", "public",
    "repeat",
    "static", "struct", "switch", "throw", "try", "typealias", "var", "while",
  ]

  /// Whether it ends where another statement may stand, unless what follows goes on with its last one.
  package var endsStatement: Bool {
    if endsInside || depth > 0 || openConditions > 0 { return false }
    let code = code.utf8.reversed().drop { Self.isSpace($0) }.reversed()
    let text = String(decoding: Array(code), as: UTF8.self)
    guard let last = text.last else { return true }
    if ",:(".contains(last) || ["->", "..<", " ..."].contains(where: text.hasSuffix) {
      return false
    }
    // Behind a value an operator is its own, as in `value!`; behind that word it is declared.
    let behindSigns = text.reversed().drop { Self.operators.contains($0) }
    if Self.operators.contains(last), last == "=" || behindSigns.first?.isWhitespace ?? true {
      let before = String(behindSigns.drop(while: \.isWhitespace).reversed())
      return Self.ends(before, with: "operator")
    }
    if Self.beginnings.contains(where: { Self.ends(text, with: $0) }) { return false }
    return !Self.isAttribute(text.splitIntoLines().last ?? "")
  }

  /// Whether it begins a statement, behind some code that one could go on behind.
  package func beginsStatement(behind before: SwiftTokens) -> Bool {
    let text = code.drop(while: \.isWhitespace)
    guard let first = text.first else { return true }
    if ".{)]},:?".contains(first) { return false }
    let signs = text.prefix { Self.operators.contains($0) }
    // Before a value an operator is its own, as in `-1`.
    if !signs.isEmpty { return !(text.dropFirst(signs.count).first?.isWhitespace ?? true) }
    let word = text.prefix(while: \.isIdentifierPart)
    if ["else", "catch", "where", "in", "as", "is", "throws"].contains(word) { return false }
    if word == "while" { return !before.endsBodyOfRepeat }
    // The name of a further closure of a call.
    let behind = text.dropFirst(word.count).drop(while: \.isWhitespace)
    guard behind.first == ":" else { return true }
    let body = behind.dropFirst().drop(while: \.isWhitespace)
    return body.first != "{" || before.lastSign != "}"
  }

  private var lastSign: Character? { code.last { !$0.isWhitespace } }

  /// Whether it ends with the body of a `repeat`, behind which a `while` belongs to it.
  private var endsBodyOfRepeat: Bool {
    guard lastSign == "}" else { return false }
    var open = 0
    let bytes = Array(code.utf8)
    for (index, byte) in bytes.enumerated().reversed() {
      if byte == UInt8(ascii: "}") { open += 1 }
      if byte == UInt8(ascii: "{") { open -= 1 }
      if byte == UInt8(ascii: "{"), open == 0 {
        let before = bytes[..<index].reversed().drop { Self.isSpace($0) }.reversed()
        return Self.ends(String(decoding: Array(before), as: UTF8.self), with: "repeat")
      }
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// A member may be named like any word.
  private static func ends(_ text: String, with word: String) -> Bool {
    guard text.hasSuffix(word) else { return false }
    let last = text.dropLast(word.count).last
    return last?.isIdentifierPart != true && last != "."
  }

  /// Whether a line is nothing but an attribute, which is what follows' own.
  private static func isAttribute(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    guard text.first == "@" else { return false }
    let behind = text.dropFirst().drop(while: \.isIdentifierPart)
    return behind.isEmpty || behind.first == "(" && behind.last == ")"
  }
}
