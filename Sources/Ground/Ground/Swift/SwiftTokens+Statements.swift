extension SwiftTokens {
  /// Whether a statement may follow the code, because nothing in it is open.
  package var isComplete: Bool { !endsInside && depth <= 0 && openConditions <= 0 }

  /// Whether the code continues the statement before it, as `} else {` and `.sorted()` do.
  package var continuesStatement: Bool {
    let text = code.drop(while: \.isWhitespace)
    let keyword = text.prefix(while: \.isIdentifierPart)
    return text.first.map { ".{)]},:?".contains($0) } ?? false
      || ["else", "catch", "where"].contains(keyword)
  }
}
