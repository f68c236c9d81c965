import DocgenDocModel
import DocgenGround
import Foundation

/// Reads the lines of a `sequence-diagram` block, in the syntax of js-sequence-diagrams.
///
///     Title: Log in
///     participant App
///     App->Gateway: who are you?
///     Gateway-->App: a gateway
///     Note right of App: at last
struct SequenceDiagramParser {
  private(set) var diagram = SequenceDiagram()
  private(set) var diagnostics: [Diagnostic] = []
  private let file: SourceFile
  /// Participants by the name that lines use; the label may differ.
  private var names: [String: Int] = [:]

  /// Parses a block; reports and skips invalid lines.
  init(_ code: CodeBlock, in file: SourceFile) {
    self.file = file
    for line in code.lines { read(line) }
    if diagram.participants.isEmpty, diagnostics.isEmpty {
      let range = SourceRange(at: code.infoStart, length: code.language.utf8.count)
      diagnostics.append(Diagnostic(.emptyDiagram, at: file.location(range)))
    }
  }

  private mutating func read(_ line: Sample.Line) {
    let text = line.text.trimmed
    if text.isEmpty || text.hasPrefix("#") { return }
    let lower = text.lowercased()
    if lower.hasPrefix("title:") {
      diagram.title = Self.lines(text.dropFirst(6))
    } else if lower.hasPrefix("participant ") {
      addParticipant(text.dropFirst("participant ".count), line: line)
    } else if lower.hasPrefix("note ") {
      addNote(text.dropFirst("note ".count), line: line)
    } else {
      addMessage(text, line: line)
    }
  }

  /// Parses `participant NAME`, or `participant LABEL as NAME`.
  private mutating func addParticipant(_ text: Substring, line: Sample.Line) {
    let words = text.components(separatedBy: " as ")
    let label = Self.unquoted(words[0])
    let name = words.count > 1 ? Self.unquoted(words[1]) : label
    guard names[name] == nil else { return report(.participantTwice(name), in: line) }
    diagram.participants.append(label)
    names[name] = diagram.participants.count - 1
  }

  /// Parses `left of A: text`, `right of A: text`, `over A: text`, `over A,B: text`.
  private mutating func addNote(_ text: Substring, line: Sample.Line) {
    guard let match = text.wholeMatch(of: /((?:"[^"]*"|[^":])*):(.*)/) else {
      return report(.noteWithoutText, in: line)
    }
    let position = match.1.trimmed
    let content = Self.lines(match.2)
    let lower = position.lowercased()
    if lower.hasPrefix("left of ") {
      note(.leftOf(participant(position.dropFirst(8))), text: content)
    } else if lower.hasPrefix("right of ") {
      note(.rightOf(participant(position.dropFirst(9))), text: content)
    } else if lower.hasPrefix("over ") {
      let indices = position.dropFirst(5).split(separator: ",").map { participant($0) }
      guard let first = indices.min(), let last = indices.max(), indices.count < 3 else {
        return report(.unknownNotePosition(position), in: line)
      }
      note(.over(first, last), text: content)
    } else {
      report(.unknownNotePosition(position), in: line)
    }
  }

  private mutating func note(_ placement: SequenceDiagram.Note.Placement, text: String) {
    diagram.steps.append(.note(SequenceDiagram.Note(placement, text: text)))
  }

  /// Parses `A->B: text` with any of the arrows `->`, `-->`, `->>`, `-->>`.
  private mutating func addMessage(_ text: String, line: Sample.Line) {
    // Names in quotes may have any sign, and others neither an arrow nor a colon. Each part takes
    // as much as it can, because trying shorter ones would take long in a long line.
    let pattern =
      /((?>(?:"[^"]*"|[^":\-]|-(?!-?>))*))((?>--?>>?))((?>(?:"[^"]*"|[^":])*))(?::(.*))?/
    guard let match = text.wholeMatch(of: pattern) else {
      return report(.unknownDiagramLine(text), in: line)
    }
    let (sender, receiver) = (match.1.trimmed, match.3.trimmed)
    guard !sender.isEmpty, !receiver.isEmpty else {
      return report(.arrowWithoutParticipant, in: line)
    }
    let isQuoted = receiver.hasPrefix("\"")
    // Refuses `A--->B` and `A->B->C`.
    guard !sender.hasSuffix("-"),
      !receiver.replacing(/"[^"]*"/, with: "").contains("->")
    else {
      return report(.unknownDiagramLine(text), in: line)
    }
    if match.4 == nil, receiver.contains(" "), !isQuoted, names[receiver] == nil {
      return report(.arrowWithoutColon(receiver), in: line)
    }
    let from = participant(sender)
    let to = participant(receiver)
    diagram.steps.append(
      .message(
        SequenceDiagram.Message(
          from: from, to: to, text: match.4.map { Self.lines($0) } ?? "",
          isDashed: match.2.hasPrefix("--"), isOpen: match.2.hasSuffix(">>"))))
  }

  private mutating func participant(_ text: some StringProtocol) -> Int {
    let name = Self.unquoted(String(text))
    if let index = names[name] { return index }
    diagram.participants.append(name)
    names[name] = diagram.participants.count - 1
    return diagram.participants.count - 1
  }

  private mutating func report(_ message: Diagnostic.Message, in line: Sample.Line) {
    let indent = line.text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let range = SourceRange(
      line: line.number, column: line.removedColumns + indent + 1,
      length: line.text.trimmed.utf8.count)
    diagnostics.append(Diagnostic(message, at: file.location(range)))
  }
}

extension SequenceDiagramParser {
  private static func unquoted(_ text: String) -> String {
    let text = text.trimmed
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return lines(isQuoted ? text.dropFirst().dropLast() : text[...])
  }

  /// Returns the text with the author's `\n` replaced by line ends.
  private static func lines(_ text: Substring) -> String {
    text.components(separatedBy: "\\n").map(\.trimmed).joined(separator: "\n")
  }
}

extension Diagnostic.Message {
  static func unknownDiagramLine(_ text: String) -> Self {
    let shown = text.count > 60 ? text.prefix(60) + "…" : text[...]
    return Self(
      .diagramSyntax,
      "'\(shown)' is no line of a sequence diagram; write 'A->B: text', 'A-->B: text', "
        + "'Note right of A: text', 'participant A' or 'Title: text'")
  }

  static func unknownNotePosition(_ position: String) -> Self {
    Self(
      .diagramSyntax,
      "a note can't be '\(position)'; write 'left of A', 'right of A', 'over A' or 'over A,B'")
  }

  static func participantTwice(_ name: String) -> Self {
    Self(
      .diagramSyntax,
      "'\(name)' is in the diagram already; put its 'participant' before all that name it, once")
  }

  static let noteWithoutText = Self(
    .diagramSyntax, "this note has no text; write 'Note right of A: text'")

  static let arrowWithoutParticipant = Self(
    .diagramSyntax, "an arrow needs a name on both sides; write 'A->B: text'")

  static func arrowWithoutColon(_ receiver: String) -> Self {
    Self(
      .diagramSyntax,
      "no participant is named '\(receiver)' yet; put ':' before the message, or quotes "
        + "around the name")
  }

  static let emptyDiagram = Self(
    .diagramSyntax, "the diagram has no participants; write lines such as 'A->B: text'")
}
