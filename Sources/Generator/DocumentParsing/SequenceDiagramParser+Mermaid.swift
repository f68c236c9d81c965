import DocgenDocModel
import DocgenGround

extension SequenceDiagramParser {
  /// Parses a sequence diagram of Mermaid; `nil` for another diagram, and for one with lines that
  /// js-sequence-diagrams can't express, such as `loop`.
  init?(mermaid code: CodeBlock, in file: SourceFile) {
    var code = code
    let lines = code.lines.filter { line in
      let text = line.text.trimmed
      return !text.isEmpty && !text.hasPrefix("%%")
    }
    // Arrows with two heads, shapes of participants, and two statements on a line.
    let isRicher = lines.contains { $0.text.contains(/<<-|@\{|;/) }
    guard lines.first?.text.trimmed == "sequenceDiagram", !isRicher else { return nil }
    code.lines = lines.dropFirst().compactMap(Self.translated)
    self.init(code, in: file)
    guard diagnostics.isEmpty else { return nil }
  }

  /// Returns a line in the other syntax; `nil` for one that the drawing doesn't need.
  private static func translated(_ line: Sample.Line) -> Sample.Line? {
    let text = line.text.trimmed.replacing(/<br *\/?>/, with: "\\n")
    if text.contains(/^(autonumber|activate|deactivate)\b/) { return nil }
    var line = line
    if let match = text.wholeMatch(of: /(?:participant|actor) +(.+?)(?: +as +(.+))?/) {
      line.text = "participant " + (match.2.map { "\"\($0)\" as " } ?? "") + match.1
    } else {
      // An arrow with a head, and the sign that begins or ends a bar on a participant's line.
      line.text = text.replacing(/^([^:]*?--?)(>>|\)) *[+-]? */) {
        "\($0.1)\($0.2 == ">>" ? ">" : ">>")"
      }
    }
    return line
  }
}
