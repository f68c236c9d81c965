extension StringProtocol {
  /// The text without the white space at both ends.
  package var trimmed: String { trimmed(where: \.isWhitespace) }

  /// Returns the text without the characters at both ends that satisfy a condition.
  @inlinable
  public func trimmed(where isEdge: (Character) -> Bool) -> String {
    let rest = drop(while: isEdge)
    return rest.lastIndex { !isEdge($0) }.map { String(rest[...$0]) } ?? ""
  }
}
