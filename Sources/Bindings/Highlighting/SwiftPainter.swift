/// Converts sourcekitd's syntax map to token kinds, and adds what a parser without types can't
/// tell.
///
/// That is which identifiers are calls or types, and where a string has escapes.
struct SwiftPainter {
  private let code: [UInt8]
  private var painting: Painting
  /// The keyword directly before the current entry; empty if there is none.
  private var keyword = ""
  private var isInRawString = false

  init(code: String) {
    self.code = Array(code.utf8)
    painting = Painting(code: code)
  }

  /// Returns the highlighted block for a syntax map in order of position.
  consuming func paint(_ entries: [SourceKitEngine.Entry]) -> Painting {
    var end = 0
    for entry in entries where entry.range.upperBound <= code.count {
      paintRegex(between: end, and: entry.range.lowerBound)
      paint(entry)
      end = entry.range.upperBound
      keyword = entry.kind.hasSuffix(".keyword") ? text(of: entry.range) : ""
    }
    paintRegex(between: end, and: code.count)
    return painting
  }

  private mutating func paint(_ entry: SourceKitEngine.Entry) {
    switch entry.kind.split(separator: "syntaxtype.").last {
    case "keyword", "attribute.builtin": painting.paint(entry.range, .keyword)
    case "attribute.id": painting.paint(entry.range, .attribute)
    case "typeidentifier", "identifier": paintName(entry)
    case "buildconfig.keyword", "buildconfig.id", "pounddirective.keyword":
      painting.paint(entry.range, .preprocessor)
    case "number": painting.paint(entry.range, .number)
    case "string": paintString(entry.range)
    case "string_interpolation_anchor": paintAnchor(entry.range)
    case "regex", "objectliteral": painting.paint(entry.range, .regex)
    case "comment", "comment.mark": painting.paint(entry.range, .comment)
    case "comment.url": painting.paint(entry.range, .url)
    case "doccomment", "doccomment.field": painting.paint(entry.range, .documentation)
    case "operator": painting.paint(entry.range, .symbol)
    case "placeholder": painting.paint(entry.range, .variable)
    default: break
    }
  }

  private mutating func paintName(_ entry: SourceKitEngine.Entry) {
    let start = entry.range.lowerBound
    switch byte(start - 1) {
    case UInt8(ascii: "@"): painting.paint(start - 1..<entry.range.upperBound, .attribute)
    case UInt8(ascii: "#"): painting.paint(start - 1..<entry.range.upperBound, .preprocessor)
    default:
      let isType = entry.kind.hasSuffix("typeidentifier")
      painting.paint(entry.range, isType ? .type : kindOfName(entry.range))
    }
  }

  private func kindOfName(_ range: Range<Int>) -> TokenKind {
    switch keyword {
    case "func", "macro": return .function
    case "class", "struct", "enum", "protocol", "actor", "extension", "typealias",
      "associatedtype", "import":
      return .type
    default: break
    }
    switch byte(range.lowerBound) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .type
    case UInt8(ascii: "$"): return .variable
    default: return byte(range.upperBound) == UInt8(ascii: "(") ? .function : .plain
    }
  }

  /// An anchor is a parenthesis; the backslash and the `#` of a raw string belong to it.
  private mutating func paintAnchor(_ range: Range<Int>) {
    var start = range.lowerBound
    if byte(start) == UInt8(ascii: "(") {
      while byte(start - 1) == UInt8(ascii: "#") { start -= 1 }
      if byte(start - 1) == UInt8(ascii: "\\") { start -= 1 }
    }
    painting.paint(start..<range.upperBound, .escape)
  }

  private mutating func paintString(_ range: Range<Int>) {
    painting.paint(range, .string)
    switch byte(range.lowerBound) {
    case UInt8(ascii: "#"): isInRawString = true
    case UInt8(ascii: "\""): isInRawString = false
    default: break
    }
    guard !isInRawString else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      let length = escapeLength(at: index)
      painting.paint(index..<min(index + length, range.upperBound), .escape)
      index += max(length, 1)
    }
  }

  /// Highlights a regular expression literal, the only code with slashes that has no entry.
  private mutating func paintRegex(between start: Int, and end: Int) {
    guard start < end else { return }
    let slash = UInt8(ascii: "/")
    guard var first = code[start..<end].firstIndex(of: slash),
      var last = code[start..<end].lastIndex(of: slash), first < last
    else { return }
    while byte(first - 1) == UInt8(ascii: "#") { first -= 1 }
    while byte(last + 1) == UInt8(ascii: "#") { last += 1 }
    painting.paint(first..<last + 1, .regex)
  }

  /// Returns the length of the escape sequence that starts here: 2 for `\n`, 6 for `\u{e9}`.
  private func escapeLength(at index: Int) -> Int {
    guard byte(index) == UInt8(ascii: "\\") else { return 0 }
    guard byte(index + 1) == UInt8(ascii: "u"), byte(index + 2) == UInt8(ascii: "{") else {
      return 2
    }
    let brace = code[index...].prefix(12).firstIndex(of: UInt8(ascii: "}"))
    return brace.map { $0 + 1 - index } ?? 2
  }

  /// Returns a byte of the block; zero outside it.
  private func byte(_ index: Int) -> UInt8 { code.indices.contains(index) ? code[index] : 0 }

  private func text(of range: Range<Int>) -> String {
    String(decoding: code[range], as: UTF8.self)
  }
}
