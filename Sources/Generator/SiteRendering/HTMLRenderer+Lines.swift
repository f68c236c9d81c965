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
    for part in code.parts {
      let text = lines[part.lines].joined(separator: "\n")
      guard part.isFolded else {
        write(text, language: code.language)
        continue
      }
      let count = part.lines.count
      let label = strings.text(
        count == 1 ? "foldedLine" : "foldedLines", with: ["count": "\(count)"])
      html += "<details class=\"fold\"><summary>\(HTMLText.escape(label))</summary>\n"
      write(text, language: code.language)
      html += "</details>\n"
    }
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

  private mutating func write(_ text: String, language: String) {
    let name = language.isEmpty ? "" : " class=\"language-\(HTMLText.escape(language))\""
    html += "<pre><code\(name)>\(text)\(text.isEmpty ? "" : "\n")</code></pre>\n"
  }
}

extension CodeBlock {
  /// The lines that a page has, folded or not: those around folds without empty ones at their ends,
  /// unless they have a number or a mark.
  var parts: [(lines: Range<Int>, isFolded: Bool)] {
    if folds.isEmpty { return [(lines.indices, false)] }
    var parts: [(lines: Range<Int>, isFolded: Bool)] = []
    var next = 0
    let marked = Set(marks.joined())
    func addVisible(upTo end: Int) {
      let shown = (next..<end).filter { index in
        isNumbered || marked.contains(index) || changes[index] != nil || !lines[index].text.isEmpty
      }
      if let first = shown.first, let last = shown.last { parts.append((first..<last + 1, false)) }
    }
    for fold in folds {
      addVisible(upTo: fold.lowerBound)
      parts.append((fold, true))
      next = fold.upperBound
    }
    addVisible(upTo: lines.count)
    return parts
  }
}
