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
    let before = line.utf8.prefix(range.start.column - 1)
    let isOneLine = range.end.line == range.start.line
    let length = isOneLine ? range.end.column - range.start.column : 1
    let marked = line.utf8.dropFirst(range.start.column - 1).prefix(max(length, 1))
    let caret = "^" + String(repeating: "~", count: max(0, Self.width(of: marked) - 1))
    return "\(gutter) | \(line.showingControls)\n\(blank) | \(Self.padding(for: before))"
      + coloured(caret, as: .hint) + "\n"
  }

  /// Returns white space as wide as the text before the caret; tabs stay tabs.
  private static func padding(for before: Substring.UTF8View.SubSequence) -> String {
    String(decoding: before, as: UTF8.self).map {
      $0 == "\t" ? "\t" : String(repeating: " ", count: $0.terminalWidth)
    }
    .joined()
  }

  private static func width(of text: Substring.UTF8View.SubSequence) -> Int {
    String(decoding: text, as: UTF8.self).reduce(0) { $0 + $1.terminalWidth }
  }

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

extension Character {
  /// The number of terminal columns of the character: two for East Asian and emoji.
  fileprivate var terminalWidth: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    let isWide =
      scalar.properties.isEmojiPresentation
      || [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
      ].contains { $0.contains(Int(scalar.value)) }
    return isWide ? 2 : 1
  }
}
