extension Character {
  /// Whether it may stand in a name behind its first character; of Swift's, but for rare signs.
  package var isIdentifierPart: Bool { isLetter || isNumber || self == "_" }
}
