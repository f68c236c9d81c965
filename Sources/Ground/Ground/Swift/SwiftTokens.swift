/// Swift source split into lexemes, and without the contents of comments, strings and regular
/// expressions.
package struct SwiftTokens {
  /// A piece of the source; adjacent lexemes have no gap.
  package struct Lexeme: Sendable {
    /// The kind of a lexeme.
    package enum Kind: Sendable {
      /// Spaces and line ends.
      case space
      /// A keyword, an identifier, or a `$0`.
      case word
      /// An identifier in backquotes.
      case quotedWord
      /// A number literal.
      case number
      /// Operators without a space between them.
      case `operator`
      /// A bracket, a separator, or a byte that Swift doesn't know.
      case punctuation
      /// An attribute or macro with its `@`.
      case attribute
      /// A directive or macro with its `#`.
      case directive
      /// A line or block comment.
      case comment
      /// A comment that documents a declaration.
      case documentation
      /// A regular expression literal.
      case regex
      /// An editor placeholder: `<#name#>`.
      case placeholder
      /// The quotes that start a string, with their `#`.
      case stringStart
      /// Text of a string, without escapes.
      case stringText
      /// An escape sequence in a string.
      case escape
      /// The `\(` of an interpolation.
      case interpolationStart
      /// The `)` of an interpolation.
      case interpolationEnd
      /// The quotes that end a string; empty when the string isn't closed.
      case stringEnd
    }

    /// The kind of lexeme.
    package let kind: Kind
    /// The range in the source, in UTF-8 bytes.
    package let range: Range<Int>
  }

  /// The lexemes of the source, in order.
  package let lexemes: [Lexeme]
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
    let bytes = Array(text.utf8)
    let lexer = SwiftLexer(bytes)
    lexemes = lexer.lexemes
    endsInside = lexer.endsInside
    var code: [UInt8] = []
    code.reserveCapacity(bytes.count)
    var line = 0
    var linesInside: Set<Int> = []
    for lexeme in lexemes {
      let text = bytes[lexeme.range]
      let lineEnds = text.count { $0 == UInt8(ascii: "\n") }
      line += lineEnds
      if let replacement = lexeme.kind.replacement {
        if lineEnds > 0 { linesInside.formUnion(line - lineEnds + 1...line) }
        let lines = repeatElement(UInt8(ascii: "\n"), count: lineEnds)
        code += replacement.start.utf8 + Array(lines) + replacement.end.utf8
      } else if lexeme.kind == .quotedWord {
        code += text.map {
          $0.isIdentifierPart || $0 == UInt8(ascii: "`") ? $0 : UInt8(ascii: "_")
        }
      } else {
        code += text
      }
    }
    self.code = String(decoding: code, as: UTF8.self)
    self.linesInside = linesInside
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

extension SwiftTokens.Lexeme.Kind {
  /// The replacement of a lexeme in `code`, around its line ends; `nil` for one that is code
  /// itself.
  fileprivate var replacement: (start: String, end: String)? {
    switch self {
    case .comment, .documentation: ("", " ")
    case .regex: ("\"", "\"")
    case .stringStart, .stringEnd: ("\"", "")
    case .stringText, .escape, .interpolationStart, .interpolationEnd: ("", "")
    default: nil
    }
  }
}

extension Character {
  /// Whether a Swift identifier can contain the character after its first, except for rare symbols.
  package var isIdentifierPart: Bool { isLetter || isNumber || self == "_" }
}
