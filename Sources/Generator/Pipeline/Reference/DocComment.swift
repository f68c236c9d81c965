/// A doc comment: its text, and what it says of parameters, results and errors.
struct DocComment {
  /// The first paragraph.
  private(set) var summary: [DocumentedLine] = []
  /// What follows, as Markdown.
  private(set) var discussion: [DocumentedLine] = []

  /// Reads the lines of a comment.
  ///
  /// The fields of Swift's comments, such as `- Parameters:` and `- throws:`, become paragraphs with
  /// their names in bold.
  init(_ lines: [DocumentedLine]) {
    let lines = lines.drop { $0.text.allSatisfy(\.isWhitespace) }
    summary = Array(
      lines.prefix { !$0.text.allSatisfy(\.isWhitespace) && Self.field(of: $0) == nil })
    var isInFence = false
    var isInFields = false
    var isInParameters = false
    var indentation: Int?
    for line in lines.dropFirst(summary.count) {
      if line.text.drop(while: { $0 == " " }).hasPrefix("```") { isInFence.toggle() }
      if !isInFence, let field = Self.field(of: line) {
        isInFields = true
        indentation = nil
        if field.name.hasPrefix("Parameter") {
          if !isInParameters { discussion += [.init(""), .init("**Parameters**"), .init("")] }
          isInParameters = true
          if let name = field.parameter {
            discussion.append(.init("- `\(name)`: \(field.text)", origin: line.origin))
          }
        } else {
          isInParameters = false
          discussion += [.init(""), .init("**\(field.name)** \(field.text)", origin: line.origin)]
        }
      } else if isInFields, line.text.hasPrefix("  ") {
        let spaces = line.text.prefix { $0 == " " }.count
        // Some indent the list of parameters by four spaces.
        indentation = indentation ?? (isInParameters ? spaces : 2)
        discussion.append(
          Self.fieldLine(
            line.dropping(min(indentation ?? 2, spaces)), isInParameters: isInParameters))
      } else {
        isInFields = isInFields && line.text.isEmpty
        isInParameters = isInParameters && line.text.isEmpty
        discussion.append(line)
      }
    }
  }

  /// A line within a field: in the list of parameters, `- name: text`.
  private static func fieldLine(_ line: DocumentedLine, isInParameters: Bool) -> DocumentedLine {
    guard isInParameters, let match = line.text.prefixMatch(of: /- (\w+):\s*/) else { return line }
    return DocumentedLine(
      "- `\(match.1)`: \(line.text[match.range.upperBound...])", origin: line.origin)
  }

  private static func field(
    of line: DocumentedLine
  ) -> (name: String, parameter: String?, text: Substring)? {
    // Few lines are items; the pattern is slow.
    guard line.text.hasPrefix("- "),
      let match = line.text.prefixMatch(of: /- (\w+)(?: (\w+))?:\s*/),
      let name = names[match.1.lowercased()]
    else { return nil }
    return (name, match.2.map(String.init), line.text[match.range.upperBound...])
  }

  /// The fields' names as readers see them, by their names in lower case.
  private static let names = Dictionary(
    uniqueKeysWithValues: [
      "Attention", "Complexity", "Experiment", "Important", "Invariant", "Note", "Parameter",
      "Parameters", "Postcondition", "Precondition", "Remark", "Requires", "Returns", "See also",
      "Since", "Throws", "Tip", "Warning",
    ].map { ($0.lowercased().filter { $0 != " " }, $0) })
}
