import DocgenGround

/// Highlights Swift by its lexemes; what a name means follows from its neighbours.
///
/// It needs no compiler, shares nothing, and takes time in proportion to the code.
struct SwiftHighlighter {
  private typealias Lexeme = SwiftTokens.Lexeme

  private let code: [UInt8]
  private let lexemes: [Lexeme]
  private var marked: MarkedCode
  /// The last lexeme that is neither a space nor a comment, with its text.
  private var previous: (kind: Lexeme.Kind, text: String)?
  /// The text of the one before it.
  private var beforePrevious = ""

  init(code: String) {
    self.code = Array(code.utf8)
    lexemes = SwiftTokens(code).lexemes
    marked = MarkedCode(code: code)
  }

  /// Returns the highlighted block.
  consuming func highlight() -> MarkedCode {
    for (index, lexeme) in lexemes.enumerated() {
      marked.mark(lexeme.range, as: kind(at: index))
      switch lexeme.kind {
      case .space: break
      case .comment, .documentation: highlightAddresses(in: lexeme.range)
      default:
        beforePrevious = previous?.text ?? ""
        previous = (lexeme.kind, text(at: index))
      }
    }
    return marked
  }

  private func text(at index: Int) -> String {
    lexemes.indices.contains(index)
      ? String(decoding: code[lexemes[index].range], as: UTF8.self) : ""
  }

  private func kind(at index: Int) -> TokenKind {
    switch lexemes[index].kind {
    case .space, .punctuation: .plain
    case .word: kindOfWord(at: index)
    case .quotedWord: kindOfName(text(at: index), at: index)
    case .number: .number
    case .operator: isShownOperator(at: index) ? .symbol : .plain
    case .attribute: .attribute
    case .directive: .preprocessor
    case .comment: .comment
    case .documentation: .documentation
    case .regex: .regex
    case .placeholder: .variable
    case .stringStart, .stringText, .stringEnd: .string
    case .escape, .interpolationStart, .interpolationEnd: .escape
    }
  }

  // MARK: Words

  private func kindOfWord(at index: Int) -> TokenKind {
    let word = text(at: index)
    if word.hasPrefix("$") { return .variable }
    return isKeyword(word, at: index) ? .keyword : kindOfName(word, at: index)
  }

  private func kindOfName(_ name: String, at index: Int) -> TokenKind {
    if let previous, previous.kind == .word {
      if ["func", "macro"].contains(previous.text) { return .function }
      if Self.typeDeclarations.contains(previous.text), beforePrevious != "." { return .type }
    }
    switch name.utf8.first(where: { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "_") }) ?? 0 {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .type
    default: return text(at: index + 1).hasPrefix("(") ? .function : .plain
    }
  }

  private static let typeDeclarations: Set = [
    "actor", "associatedtype", "class", "enum", "extension", "import", "protocol", "struct",
    "typealias",
  ]

  private func isKeyword(_ word: String, at index: Int) -> Bool {
    if previous?.text == "." { return ["init", "self"].contains(word) }
    if word == "_" { return true }
    if isLabel(at: index) { return false }
    if Self.keywords.contains(word) { return true }
    let next = next(after: index)
    if Self.modifiers.contains(word) {
      // A modifier is before what it modifies, on one line: `some View`, `weak self`.
      return next.kind == .word || next.text == "(" && ["nonisolated", "unowned"].contains(word)
    }
    switch word {
    case "async": return previous?.text == ")" || previous?.text == "get" || next.kind == .word
    case "set" where previous?.text == "(": return next.text == ")"
    case "get", "set", "willSet", "didSet", "_modify", "_read":
      let starts = ["{", "}", "get", "set", "mutating", "nonmutating"]
      let ends = ["{", "}", "(", "get", "set", "async", "throws"]
      return starts.contains(previous?.text ?? "") && ends.contains(next.text)
    default: return false
    }
  }

  /// Whether a word labels an argument, as in `f(in: a)` and `func f(for name: String)`.
  private func isLabel(at index: Int) -> Bool {
    guard ["(", ","].contains(previous?.text) else { return false }
    var next = index + 1
    if text(at: next) == ":" { return true }
    guard lexemes.indices.contains(next + 2), lexemes[next].kind == .space else { return false }
    next += 1
    guard lexemes[next].kind == .word, text(at: next + 1) == ":" else { return false }
    return !["inout", "let", "try", "var"].contains(text(at: index))
  }

  /// The lexeme after a word on its line; a space if there is none.
  private func next(after index: Int) -> (kind: Lexeme.Kind, text: String) {
    var next = index + 1
    if lexemes.indices.contains(next), lexemes[next].kind == .space,
      !text(at: next).contains("\n")
    {
      next += 1
    }
    guard lexemes.indices.contains(next) else { return (.space, "") }
    return (lexemes[next].kind, text(at: next))
  }

  /// The words that are keywords wherever no name is expected.
  private static let keywords: Set = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The words that are keywords before another word, and names elsewhere.
  private static let modifiers: Set = [
    "actor", "any", "borrowing", "consume", "consuming", "convenience", "copy", "distributed",
    "dynamic", "each", "final", "indirect", "infix", "isolated", "lazy", "macro", "mutating",
    "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix", "prefix",
    "required", "sending", "some", "unowned", "weak", "yield",
  ]

  // MARK: Operators and comments

  /// Whether an operator is highlighted: not the signs of assignments, types, optionals and
  /// generics.
  private func isShownOperator(at index: Int) -> Bool {
    let sign = text(at: index)
    if ["=", "->", "?"].contains(sign) { return false }
    let isAfterSpace = index == 0 || lexemes[index - 1].kind == .space || previous?.text == "("
    let isBeforeSpace = text(at: index + 1).first?.isWhitespace ?? true
    switch (isAfterSpace, isBeforeSpace) {
    case (true, true): return true
    case (true, false): return sign != "&" && sign != "<"
    case (false, _): return !sign.utf8.allSatisfy("?!<>".utf8.contains)
    }
  }

  /// Highlights the addresses of web pages in a comment.
  private mutating func highlightAddresses(in range: Range<Int>) {
    var start = range.lowerBound
    while let colon = code[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) {
      start = colon + 1
      let scheme = code[range.lowerBound..<colon].reversed().prefix { $0.isIdentifierPart }
      guard ["ptth", "sptth"].contains(String(decoding: Array(scheme), as: UTF8.self)),
        code[start..<range.upperBound].starts(with: "//".utf8)
      else { continue }
      let end = code[start..<range.upperBound].firstIndex {
        $0 <= 0x20 || ")>\"`".utf8.contains($0)
      }
      start = end ?? range.upperBound
      marked.mark(colon - scheme.count..<start, as: .url)
    }
  }
}
