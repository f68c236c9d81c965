/// Converts sourcekitd's syntax map to token kinds, and adds what a parser without types can't
/// tell.
///
/// That is which identifiers are calls or types, and where a string has escapes.
struct SwiftHighlighter {
  private let code: [UInt8]
  private var marked: MarkedCode
  /// The keyword directly before the current entry; empty if there is none.
  private var keyword = ""
  private var isInRawString = false

  init(code: String) {
    self.code = Array(code.utf8)
    marked = MarkedCode(code: code)
  }

  /// Returns the highlighted block for a syntax map in order of position.
  consuming func highlight(_ entries: [SourceKitEngine.Entry]) -> MarkedCode {
    var end = 0
    for entry in entries where entry.range.upperBound <= code.count {
      highlightRegex(between: end, and: entry.range.lowerBound)
      highlight(entry)
      end = entry.range.upperBound
      keyword = entry.kind.hasSuffix(".keyword") ? text(of: entry.range) : ""
    }
    highlightRegex(between: end, and: code.count)
    return marked
  }

  private mutating func highlight(_ entry: SourceKitEngine.Entry) {
    switch entry.kind.split(separator: "syntaxtype.").last {
    case "keyword", "attribute.builtin": marked.mark(entry.range, as: .keyword)
    case "attribute.id": marked.mark(entry.range, as: .attribute)
    case "typeidentifier", "identifier": highlightName(entry)
    case "buildconfig.keyword", "buildconfig.id", "pounddirective.keyword":
      marked.mark(entry.range, as: .preprocessor)
    case "number": marked.mark(entry.range, as: .number)
    case "string": highlightString(entry.range)
    case "string_interpolation_anchor": highlightAnchor(entry.range)
    case "regex", "objectliteral": marked.mark(entry.range, as: .regex)
    case "comment", "comment.mark": marked.mark(entry.range, as: .comment)
    case "comment.url": marked.mark(entry.range, as: .url)
    case "doccomment", "doccomment.field": marked.mark(entry.range, as: .documentation)
    case "operator": marked.mark(entry.range, as: .symbol)
    case "placeholder": marked.mark(entry.range, as: .variable)
    default: break
    }
  }

  private mutating func highlightName(_ entry: SourceKitEngine.Entry) {
    let start = entry.range.lowerBound
    switch byte(start - 1) {
    case UInt8(ascii: "@"): marked.mark(start - 1..<entry.range.upperBound, as: .attribute)
    case UInt8(ascii: "#"): marked.mark(start - 1..<entry.range.upperBound, as: .preprocessor)
    default:
      let isType = entry.kind.hasSuffix("typeidentifier")
      marked.mark(entry.range, as: isType ? .type : kindOfName(entry.range))
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
  private mutating func highlightAnchor(_ range: Range<Int>) {
    var start = range.lowerBound
    if byte(start) == UInt8(ascii: "(") {
      while byte(start - 1) == UInt8(ascii: "#") { start -= 1 }
      if byte(start - 1) == UInt8(ascii: "\\") { start -= 1 }
    }
    marked.mark(start..<range.upperBound, as: .escape)
  }

  private mutating func highlightString(_ range: Range<Int>) {
    marked.mark(range, as: .string)
    switch byte(range.lowerBound) {
    case UInt8(ascii: "#"): isInRawString = true
    case UInt8(ascii: "\""): isInRawString = false
    default: break
    }
    guard !isInRawString else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      let length = escapeLength(at: index)
      marked.mark(index..<min(index + length, range.upperBound), as: .escape)
      index += max(length, 1)
    }
  }

  /// Highlights a regular expression literal, the only code with slashes that has no entry.
  private mutating func highlightRegex(between start: Int, and end: Int) {
    guard start < end else { return }
    let slash = UInt8(ascii: "/")
    guard var first = code[start..<end].firstIndex(of: slash),
      var last = code[start..<end].lastIndex(of: slash), first < last
    else { return }
    while byte(first - 1) == UInt8(ascii: "#") { first -= 1 }
    while byte(last + 1) == UInt8(ascii: "#") { last += 1 }
    marked.mark(first..<last + 1, as: .regex)
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
