import DocgenDocModel
import DocgenGround

/// A part of a source to which the compiler gives a type: an expression, or a variable that is
/// declared.
struct TypedRange: Sendable, Hashable, Codable {
  /// The offset in UTF-8 bytes.
  var offset: Int
  /// The length in UTF-8 bytes.
  var length: Int
  /// The type as Swift writes it.
  var type: String

  /// The offset of the end.
  var end: Int { offset + length }
  /// Whether the compiler found the type.
  var isKnown: Bool { type != "_" && !type.isEmpty && !type.contains("<<") }
}

extension SampleSource {
  /// Keywords that the compiler may give a type, such as that of an iterator.
  private static let keywords: Set = [
    "_", "await", "false", "for", "guard", "if", "in", "init", "nil", "self", "switch", "true",
    "try",
    "while",
  ]

  /// Returns the names in the author's code that are typed, or may be types.
  ///
  /// The compiler types whole expressions: the type of `b` in `a.b` is that of `a.b`, and what ends
  /// before its point is what `b` is a member of.
  func names(in typed: [TypedRange]) -> [SwiftName] {
    let bytes = Array(text.utf8)
    let ends = Dictionary(grouping: typed, by: \.end)
      .mapValues { $0.sorted { $0.length < $1.length } }
    // With setup, the numbers of lines begin again.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let shift = lines.count - 1 - lastLine
    var starts = [0]
    for line in lines { starts.append(starts[starts.count - 1] + line.count + 1) }
    var line = 0
    var types: [Int: String] = [:]
    var names: [SwiftName] = []
    for lexeme in SwiftTokens(text).lexemes where lexeme.kind == .word {
      let word = String(decoding: bytes[lexeme.range], as: UTF8.self)
      if Self.keywords.contains(word) { continue }
      let start = lexeme.range.lowerBound
      let end = lexeme.range.upperBound
      while line + 1 < starts.count, starts[line + 1] <= start { line += 1 }
      let exact = ends[end]?.first { $0.offset == start }
      let before = bytes[..<start].lastIndex { !$0.isSwiftSpace }
      var type = exact?.type
      var symbol = word
      if let before, bytes[before] == UInt8(ascii: ".") {
        let member = ends[end]?.first { $0.offset < start } ?? exact
        type = member?.type
        let owner =
          ends[before]?.last.map(\.typeName) ?? types[before]
          ?? (member?.offset == before ? member?.resultName : nil)
        symbol = owner.map { "\($0).\(word)" } ?? word
      }
      if type == nil, word.first?.isUppercase != true { continue }
      if word.first?.isUppercase == true { types[end] = symbol }
      let number = line + 1 - shift
      if number >= firstLine {
        names.append(
          SwiftName(
            line: number - firstLine, column: start - starts[line], length: end - start,
            type: type.map(Self.shortened), symbol: symbol))
      }
    }
    return names
  }

  /// Returns a type without what concerns the compiler alone.
  private static func shortened(_ type: String) -> String {
    ["__owned ", "__shared "].reduce(type) { $0.replacing($1, with: "") }
  }
}

extension TypedRange {
  /// The name of the type whose members the expression has.
  fileprivate var typeName: String {
    var name = type[...]
    for prefix in ["inout ", "any ", "some "] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    while let last = name.last, "?!".contains(last) { name.removeLast() }
    if name.hasSuffix(".Type") { name.removeLast(5) }
    return String(name.prefix { $0 != "<" })
  }

  /// The name of the type of an implicit member, which may be a function that returns it.
  fileprivate var resultName: String {
    var result = self
    if let arrow = type.ranges(of: " -> ").last { result.type = String(type[arrow.upperBound...]) }
    return result.typeName
  }
}
