import Ground

/// Parses one YAML document through libyaml.
///
/// Anchors, aliases and tags are refused: front matter needs none, and aliases can be made to
/// grow without bound.
public enum YAMLParser {
  /// Nesting past this is refused.
  public static let maximumDepth = 50

  /// The value of a text; `nil` when it holds nothing but comments.
  ///
  /// - Parameters:
  ///   - text: the YAML, without `---` lines.
  ///   - firstLine: the line of the file at which the text begins.
  /// - Throws: `YAMLError`.
  public static func parse(_ text: String, firstLine: Int = 1) throws(YAMLError) -> YAMLNode? {
    var reader = EventReader(text: text, lineOffset: firstLine - 1)
    return try reader.readDocument()
  }
}
