public import DocgenGround

/// Formats diagnostics for a terminal.
///
///     content/login.md:41:12: error: unknown sample option 'compil'; did you mean … [unknown-sample-option]
///        41 | ```swift compil
///           |          ^~~~~~
public struct DiagnosticText: Sendable {
  private let files: [String: SourceFile]
  private let usesColour: Bool

  /// Creates a formatter that takes excerpts from some files.
  public init(files: [String: SourceFile], usesColour: Bool = false) {
    self.files = files
    self.usesColour = usesColour
  }

  /// Returns the text of a diagnostic with its excerpt and notes, including the final line end.
  public func text(of diagnostic: Diagnostic) -> String {
    var text = headline(of: diagnostic) + "\n" + excerpt(at: diagnostic.location)
    for note in diagnostic.notes {
      let lines = note.text.showingControls
        .split(separator: "\n", omittingEmptySubsequences: false)
      let place = note.location.map { "\($0): " } ?? ""
      text += "  \(place)note: \(lines.first ?? "")\n"
      for line in lines.dropFirst() { text += "    \(line)\n" }
      if let location = note.location { text += excerpt(at: location) }
    }
    return text
  }

  /// Returns the first line of that text, without its line end.
  public func headline(of diagnostic: Diagnostic) -> String {
    bold("\(diagnostic.location): ")
      + coloured("\(diagnostic.severity.rawValue): ", as: diagnostic.severity)
      + bold(diagnostic.message.text.showingControls)
      + " [\(diagnostic.id.rawValue)]\(diagnostic.sampleSuffix)"
  }

  /// Returns the line with a caret below the location; empty when the file isn't available.
  private func excerpt(at location: SourceLocation) -> String {
    guard let range = location.range, let file = files[location.file],
      file.lines.indices.contains(range.start.line - 1)
    else { return "" }
    let line = file.line(range.start.line)
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let blank = String(repeating: " ", count: gutter.count)
    let isOneLine = range.end.line == range.start.line
    let excerpt = Excerpt(
      of: line, from: range.start.column - 1,
      length: isOneLine ? range.end.column - range.start.column : 1,
      columns: Self.columns - gutter.count - 3)
    let caret = "^" + String(repeating: "~", count: max(0, excerpt.width - 1))
    return "\(gutter) | \(excerpt.text)\n\(blank) | \(excerpt.padding)"
      + coloured(caret, as: .hint) + "\n"
  }

  /// The columns of a terminal that an excerpt fits into.
  private static let columns = 120

  private func bold(_ text: String) -> String {
    usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func coloured(_ text: String, as severity: Diagnostic.Severity) -> String {
    guard usesColour else { return text }
    let colour =
      switch severity {
      case .error: 31
      case .warning: 33
      case .hint: 32
      }
    return "\u{1B}[1;\(colour)m\(text)\u{1B}[0m"
  }
}
