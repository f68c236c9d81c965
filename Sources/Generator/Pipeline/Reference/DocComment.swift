import DocgenGround

/// A doc comment: its text, and what it says of parameters, results and errors.
struct DocComment {
  /// The first paragraph.
  private(set) var summary: [DocumentedLine] = []
  /// The same on one line.
  var summaryText: String { summary.map(\.text).joined(separator: " ") }
  /// What follows, as Markdown.
  private(set) var discussion: [DocumentedLine] = []
  /// The names of the parameters that the comment describes.
  private(set) var parameters: [(name: String, origin: LineOrigins.Origin?)] = []

  /// Reads the lines of a comment.
  ///
  /// The fields of Swift's comments, such as `- Parameters:` and `- throws:`, become paragraphs
  /// with their names in bold.
  init(_ lines: [DocumentedLine]) {
    let lines = lines.drop { $0.text.allSatisfy(\.isWhitespace) }
    summary = Array(
      lines.prefix {
        !$0.text.allSatisfy(\.isWhitespace) && Self.field(of: $0) == nil && !Self.endsParagraph($0)
      })
    var isInFence = false
    var isInFields = false
    var isInParameters = false
    var isInList = false
    var indentation: Int?
    for line in lines.dropFirst(summary.count) {
      if Self.isFence(line) { isInFence.toggle() }
      if !isInFence, let field = Self.field(of: line) {
        isInFields = true
        indentation = nil
        if field.name.hasPrefix("Parameter") {
          if !isInParameters { discussion += ["", "**Parameters**", ""] }
          isInParameters = true
          isInList = field.parameter == nil
          if let name = field.parameter {
            parameters.append((name, line.dropping("- Parameter ".count).origin))
            discussion.append(.init("- `\(name)`: \(field.text)", origin: line.origin))
          }
        } else {
          isInParameters = false
          discussion += ["", .init("**\(field.name)** \(field.text)", origin: line.origin)]
        }
      } else if isInFields, line.text.hasPrefix("  ") {
        let spaces = line.text.prefix { $0 == " " }.count
        // Some indent the list of parameters by four spaces.
        indentation = indentation ?? (isInParameters ? spaces : 2)
        let line = line.dropping(min(indentation ?? 2, spaces))
        if isInParameters, isInList, let match = line.text.prefixMatch(of: /- (\w+):/) {
          parameters.append((String(match.1), line.dropping("- ".count).origin))
        }
        discussion.append(Self.fieldLine(line, isInParameters: isInParameters))
      } else {
        isInFields = isInFields && line.text.isEmpty
        isInParameters = isInParameters && line.text.isEmpty
        discussion.append(line)
      }
    }
  }

  /// Whether a line begins another block without an empty line before it (CommonMark 4.8).
  private static func endsParagraph(_ line: DocumentedLine) -> Bool {
    let mark = line.text.prefix { !$0.isWhitespace }
    return line.text.hasPrefix(">") || isFence(line) || ["-", "*", "+", "1.", "1)"].contains(mark)
      || !mark.isEmpty && mark.allSatisfy { $0 == "#" }
  }

  private static func isFence(_ line: DocumentedLine) -> Bool {
    let text = line.text.drop { $0 == " " }
    return text.hasPrefix("```") || text.hasPrefix("~~~")
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
    guard line.text.hasPrefix("- "), let colon = line.text.firstIndex(of: ":") else { return nil }
    let words = line.text[..<colon].dropFirst(2)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let parameter = words.dropFirst().first.map(String.init)
    guard let name = names[words[0].lowercased()],
      parameter.map({ !$0.isEmpty && $0.allSatisfy(\.isIdentifierPart) }) != false
    else { return nil }
    return (name, parameter, line.text[colon...].dropFirst().drop(while: \.isWhitespace))
  }

  /// The fields' names as readers see them, by their names in lower case.
  private static let names = Dictionary(
    uniqueKeysWithValues: [
      "Attention", "Author", "Authors", "Bug", "Complexity", "Copyright", "Date", "Experiment",
      "Important", "Invariant", "Note", "Parameter", "Parameters", "Postcondition", "Precondition",
      "Remark", "Requires", "Returns", "See also", "Since", "Throws", "Tip", "To do", "Version",
      "Warning",
    ].map { ($0.lowercased().filter { $0 != " " }, $0) })
}
