import DocgenDocModel
import DocgenGround

extension Sample {
  /// Reads the comments that say what the code prints: `// Prints "text"`, and `// Output:` with
  /// the text after it or on the comment lines below.
  mutating func readExpectedPrints() {
    var isInOutput = false
    for line in lines {
      let text = line.text
      if isInOutput, let comment = text.wholeMatch(of: /\s*\/\/ ?(.*)/)?.1 {
        expect(comment, on: line)
        continue
      }
      isInOutput = false
      // Building the patterns takes longer than matching them.
      guard text.contains(bytesOf: "//") else { continue }
      if let output = text.firstMatch(of: /\/\/\s*[Oo]utput:\s*(.*)/)?.1 {
        isInOutput = output.isEmpty
        if !isInOutput { expect(output, on: line) }
      } else if let found = text.firstMatch(of: /\/\/\s*[Pp]rints:?\s+(?:"(.*)"\.?|(\S+))\s*$/) {
        expect(found.1 ?? found.2 ?? "", on: line)
      }
    }
  }

  private mutating func expect(_ text: Substring, on line: Line) {
    let column = line.text.utf8.distance(from: line.text.startIndex, to: text.startIndex)
    expectedPrints.append(
      Line(
        text: String(text), number: line.number, removedColumns: line.removedColumns + column))
  }
}

extension CodeBlock {
  /// Whether the code isn't complete: an editor's placeholder, `<#name#>`, a line `...`, or `...`
  /// where an expression or a body would be.
  var hasPlaceholder: Bool {
    lines.contains { line in
      let text = line.text
      if text.contains(/[<\u{2039}]#.*#[>\u{203A}]/) { return true }
      guard text.contains(bytesOf: "...") || text.contains(bytesOf: "…") else { return false }
      let code = text.replacing(/"[^"]*"|\/\/.*/, with: "")
      // Not what a range lacks.
      return code.contains(/(^|[={(,:]|\bin|\breturn)\s*(\.\.\.|…)\s*([)}\],]|$)/)
    }
  }
}
