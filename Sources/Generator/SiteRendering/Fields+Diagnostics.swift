import DocgenGround

extension Fields {
  /// Returns what is wrong with a document as a text, four lines for each problem; `nil` if one has
  /// more than these.
  static func text(of diagnostics: [Diagnostic], in document: String) -> String? {
    var text = ""
    for problem in diagnostics {
      guard problem.location.file == document, problem.notes.isEmpty, problem.sample == nil else {
        return nil
      }
      let range = problem.location.range?.description ?? ""
      text +=
        "\(problem.id.rawValue)\n\(problem.severity.rawValue)\n\(problem.message.text)\n\(range)\n"
    }
    return text
  }

  /// Returns what is wrong with a document from its text; `nil` for any other.
  static func diagnostics(from text: String, in document: String) -> [Diagnostic]? {
    if text.isEmpty { return [] }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard lines.count % 4 == 1 else { return nil }
    var diagnostics: [Diagnostic] = []
    for first in stride(from: 0, to: lines.count - 1, by: 4) {
      guard let id = Diagnostic.ID(rawValue: lines[first]),
        let severity = Diagnostic.Severity(rawValue: lines[first + 1])
      else { return nil }
      diagnostics.append(
        Diagnostic(
          Diagnostic.Message(id, severity, lines[first + 2]),
          at: SourceLocation(file: document, range: range(lines[first + 3]))))
    }
    return diagnostics
  }
}
