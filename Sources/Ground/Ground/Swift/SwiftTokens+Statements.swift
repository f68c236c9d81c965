extension SwiftTokens {
  private static let operators = Set("+-*/%=<>&|^~!?")

  /// The keywords that can't end a statement.
  private static let beginnings = [
    "as", "await", "class", "defer", "do", "else", "enum", "extension", "fileprivate", "for",
    "func",
    "guard", "if", "import", "in", "internal", "is", "let", "private", "protocol", "public",
    "repeat",
    "static", "struct", "switch", "throw", "try", "typealias", "var", "while",
  ]

  /// Whether the code ends at a statement's end, unless the next line continues the statement.
  package var endsStatement: Bool {
    if endsInside || depth > 0 || openConditions > 0 { return false }
    let code = code.utf8.reversed().drop(while: \.isSwiftSpace).reversed()
    let text = String(decoding: Array(code), as: UTF8.self)
    guard let last = text.last else { return true }
    if ",:(".contains(last) || ["->", "..<", " ..."].contains(where: text.hasSuffix) {
      return false
    }
    // An operator directly after a value is postfix, as in `value!`; after `operator` it is
    // declared.
    let beforeOperator = text.reversed().drop { Self.operators.contains($0) }
    if Self.operators.contains(last), last == "=" || beforeOperator.first?.isWhitespace ?? true {
      let before = String(beforeOperator.drop(while: \.isWhitespace).reversed())
      return Self.ends(before, with: "operator")
    }
    if Self.beginnings.contains(where: { Self.ends(text, with: $0) }) { return false }
    return !Self.isAttribute(text.splitIntoLines().last ?? "")
  }

  /// Returns whether the code starts a statement, after code that it might continue.
  package func beginsStatement(after before: SwiftTokens) -> Bool {
    let text = code.drop(while: \.isWhitespace)
    guard let first = text.first else { return true }
    if ".{)]},:?".contains(first) { return false }
    let operatorText = text.prefix { Self.operators.contains($0) }
    // An operator directly before a value is prefix, as in `-1`.
    if !operatorText.isEmpty {
      return !(text.dropFirst(operatorText.count).first?.isWhitespace ?? true)
    }
    let keyword = text.prefix(while: \.isIdentifierPart)
    if ["else", "catch", "where", "in", "as", "is", "throws"].contains(keyword) { return false }
    if keyword == "while" { return !before.endsBodyOfRepeat }
    // A label and a brace after a closing brace are another trailing closure.
    let rest = text.dropFirst(keyword.count).drop(while: \.isWhitespace)
    guard rest.first == ":" else { return true }
    let body = rest.dropFirst().drop(while: \.isWhitespace)
    return body.first != "{" || before.lastSign != "}"
  }

  private var lastSign: Character? { code.last { !$0.isWhitespace } }

  /// Whether the code ends with the body of a `repeat`, so that a `while` would belong to it.
  private var endsBodyOfRepeat: Bool {
    guard lastSign == "}" else { return false }
    var open = 0
    let bytes = Array(code.utf8)
    for (index, byte) in bytes.enumerated().reversed() {
      if byte == UInt8(ascii: "}") { open += 1 }
      if byte == UInt8(ascii: "{") { open -= 1 }
      if byte == UInt8(ascii: "{"), open == 0 {
        let before = bytes[..<index].reversed().drop(while: \.isSwiftSpace).reversed()
        return Self.ends(String(decoding: Array(before), as: UTF8.self), with: "repeat")
      }
    }
    return false
  }

  /// Returns whether a text ends with a keyword; a member can have a keyword as its name.
  private static func ends(_ text: String, with keyword: String) -> Bool {
    guard text.hasSuffix(keyword) else { return false }
    let last = text.dropLast(keyword.count).last
    return last?.isIdentifierPart != true && last != "."
  }

  /// Returns whether a line is only an attribute, which belongs to the next line.
  private static func isAttribute(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    guard text.first == "@" else { return false }
    let rest = text.dropFirst().drop(while: \.isIdentifierPart)
    return rest.isEmpty || rest.first == "(" && rest.last == ")"
  }
}
