public import Ground

/// Parses one YAML document through libyaml.
///
/// Anchors, aliases and tags are rejected: front matter needs none, and aliases can expand without
/// bound.
public enum YAMLParser {
  /// The deepest nesting allowed.
  public static let maximumDepth = 50

  /// Returns the value of a text; `nil` when it contains only comments.
  public static func parse(_ text: String, firstLine: Int = 1) throws(YAMLError) -> YAMLNode? {
    var reader = EventReader(text: text, lineOffset: firstLine - 1)
    return try reader.readDocument()
  }
}

/// A text that isn't the YAML that docgen supports.
public struct YAMLError: Error, Sendable, Hashable {
  /// The reason, as one lower-case clause.
  public var message: String
  /// The position of the problem.
  public var position: SourcePosition
}
