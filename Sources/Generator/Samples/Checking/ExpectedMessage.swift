import DocgenDocModel
import DocgenGround

/// The text that the message of an expected failure must contain.
///
/// Each of its lines must be in some line of the message; `<…>` stands for any text.
struct ExpectedMessage: Sendable, Hashable {
  let expected: Sample.ExpectedOutput

  /// Returns the expected lines that no line of a message contains.
  func missing(in message: [String]) -> [Sample.Line] {
    expected.lines.filter { line in
      guard let pattern = OutputPattern([line.text]).lines.first,
        case .text(let parts) = pattern
      else { return false }
      // Trimmed, because authors quote indented lines of a message without the indentation.
      let part = parts.count == 1 ? [parts[0].trimmed { $0 == " " }] : parts
      return !message.contains { OutputPattern.matches(.text([""] + part + [""]), actual: $0) }
    }
  }

  /// Returns the diagnostic for the first missing line; `nil` when none is missing.
  func diagnostic(in message: [String], of what: String, file: String) -> Diagnostic? {
    guard let line = missing(in: message).first else { return nil }
    let shown = message.suffix(20).map(Abridgement.problem.line).joined(separator: "\n")
    return Diagnostic(
      .errorDiffers(what), at: SourceLocation(file: file, range: line.range),
      notes: [Diagnostic.Note("\(what):\n\(shown)")])
  }
}

extension Diagnostic.Message {
  static func errorDiffers(_ what: String) -> Diagnostic.Message {
    Diagnostic.Message(
      .errorDiffers, .error, "\(what) does not contain this text; correct one of them")
  }
}
