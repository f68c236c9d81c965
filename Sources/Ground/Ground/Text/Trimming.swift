extension StringProtocol {
  /// Whether the text is empty or has only white space.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without the white space at both ends.
  package var trimmed: String { trimmed(where: \.isWhitespace) }

  /// Returns the text without the characters at both ends that satisfy a condition.
  @inlinable
  public func trimmed(where isEdge: (Character) -> Bool) -> String {
    let rest = drop(while: isEdge)
    return rest.lastIndex { !isEdge($0) }.map { String(rest[...$0]) } ?? ""
  }
}
