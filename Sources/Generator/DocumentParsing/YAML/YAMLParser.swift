import Ground

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
