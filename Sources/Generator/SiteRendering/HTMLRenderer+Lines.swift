import DocgenDocModel
import DocgenGround

extension HTMLRenderer {
  /// Writes highlighted code, with what the author says of its lines: some are folded, marked,
  /// added or removed, all may be numbered.
  ///
  /// The numbers, signs and prompts come from the style sheet, so that readers don't select or copy
  /// them.
  mutating func write(_ text: String, of code: CodeBlock) {
    let isSession = Self.sessions.contains(code.language)
    let isPlain = code.folds.isEmpty && code.marks.isEmpty && code.changes.isEmpty
    if isPlain, !code.isNumbered, !isSession { return write(text, language: code.language) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if isSession { separatePrompts(in: &lines, of: code) }
    let marked = Set(code.marks.joined())
    for index in lines.indices {
      if code.isNumbered { lines[index] = "<span class=\"number\"></span>" + lines[index] }
      switch code.changes[index] {
      case .added: lines[index] = "<ins>\(lines[index])</ins>"
      case .removed: lines[index] = "<del>\(lines[index])</del>"
      case nil where marked.contains(index): lines[index] = "<mark>\(lines[index])</mark>"
      case nil: break
      }
    }
    var next = 0
    for fold in code.folds {
      write(visible: lines[next..<fold.lowerBound], of: code)
      let count = ["count": "\(fold.count)"]
      let label = strings.text(fold.count == 1 ? "foldedLine" : "foldedLines", with: count)
      html += "<details class=\"fold\"><summary>\(HTMLText.escape(label))</summary>\n"
      write(lines[fold].joined(separator: "\n"), language: code.language)
      html += "</details>\n"
      next = fold.upperBound
    }
    write(visible: lines[next...], of: code)
  }

  /// Languages that hold what a terminal shows: commands after a prompt, and what they print.
  private static let sessions: Set = ["console", "shell-session", "terminal"]

  /// Replaces the prompts `$` and `%` by the style sheet's, and marks what commands print.
  private func separatePrompts(in lines: inout [String], of code: CodeBlock) {
    let prompt = #/^\s*(?:<span class="[^"]*">)?[$%](?:<\/span>)? /#
    var isCommand = false
    var hasCommand = false
    for (index, line) in zip(lines.indices, code.lines.map(\.text)) {
      if let match = lines[index].prefixMatch(of: prompt) {
        lines[index].replaceSubrange(match.range, with: "<span class=\"prompt\"></span>")
        (isCommand, hasCommand) = (true, true)
      } else if hasCommand, !isCommand {
        lines[index] = "<samp>\(HTMLText.escape(line))</samp>"
      }
      // A backslash continues a command.
      isCommand = isCommand && line.hasSuffix("\\")
    }
  }

  /// Writes the lines around a fold, without the empty ones next to it.
  private mutating func write(visible lines: ArraySlice<String>, of code: CodeBlock) {
    var lines = lines.drop(while: \.isEmpty)
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.isEmpty { write(lines.joined(separator: "\n"), language: code.language) }
  }

  private mutating func write(_ text: String, language: String) {
    let name = language.isEmpty ? "" : " class=\"language-\(HTMLText.escape(language))\""
    html += "<pre><code\(name)>\(text)\(text.isEmpty ? "" : "\n")</code></pre>\n"
  }
}
