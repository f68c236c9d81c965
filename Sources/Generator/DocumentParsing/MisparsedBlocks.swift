import DocgenDocModel
import DocgenGround

/// Finds blocks that should be checked but that Markdown reads as something else or leaves out.
struct MisparsedBlocks {
  private let text: String
  private let firstLine: Int
  private let constructs: LineClassification
  private let file: SourceFile
  private let runsAll: Bool

  /// - Parameters:
  ///   - text: the Markdown.
  ///   - firstLine: the number of its first line in the file.
  ///   - blocks: the blocks parsed from it.
  ///   - file: the file it is in.
  ///   - runsAll: whether a Swift block is run without an option that says so.
  init(
    in text: String, firstLine: Int, parsed blocks: [Block], of file: SourceFile, runsAll: Bool
  ) {
    self.text = text
    self.runsAll = runsAll
    self.firstLine = firstLine
    self.file = file
    constructs = LineClassification(of: blocks, in: file)
  }

  /// Returns a warning for each; those about a block that may be longer than its author meant by
  /// the line on which it begins.
  func diagnostics() -> (others: [Diagnostic], overlong: [Int: [Diagnostic]]) {
    var result: [Diagnostic] = []
    var overlong: [Int: [Diagnostic]] = [:]
    for fence in constructs.open {
      let problem = Diagnostic(.notClosed(by: fence.end), at: file.location(fence.range))
      overlong[fence.range.start.line] = [problem]
    }
    // The warning for an unused footnote covers the blocks within it.
    var isInUnusedFootnote = false
    let lines = text.splitIntoLines()
    // Few lines have a fence, and most pages have no footnotes.
    let hasFootnotes = text.contains(bytesOf: "[^")
    let fences = Set(["```", "~~~"].flatMap { lines.indices(containing: $0) }).sorted()
    var footnotes: [String: Int] = [:]
    for index in hasFootnotes ? Array(lines.indices) : fences {
      let (number, line) = (firstLine + index, lines[index])
      let construct = constructs[number]
      if construct != nil { isInUnusedFootnote = false }
      if hasFootnotes, !constructs.isCode(number), let (mark, label) = Self.footnote(in: line) {
        let first = footnotes[label.lowercased()]
        footnotes[label.lowercased()] = first ?? number
        if construct == nil {
          isInUnusedFootnote = true
          result.append(
            diagnostic(
              .unusedFootnote(String(label), firstOn: first), at: mark, in: line, number: number))
        }
      }
      if case .fenced(_, let code) = construct, !code.contains(number) { continue }
      guard !isInUnusedFootnote, let fence = CheckedFence(in: line, runsAll: runsAll),
        let message = message(for: fence, on: number, construct: construct)
      else { continue }
      let problem = diagnostic(message, at: fence.characters, in: line, number: number)
      if case .fenced(_, let code) = construct {
        overlong[code.lowerBound - 1, default: []].append(problem)
      } else {
        result.append(problem)
      }
    }
    return (result, overlong)
  }

  /// Returns the mark and the label of the footnote that a line begins, maybe in quotes and lists.
  private static func footnote(in line: Substring) -> (mark: Substring, label: Substring)? {
    // Matching builds the pattern every time, so look for the bytes first.
    guard line.contains(bytesOf: "[^") else { return nil }
    return line.prefixMatch(of: /[\s>]*(?:(?:[-*+]|\d+[.)])\s[\s>]*)*(\[\^([^\]\s]+)\]:)/)
      .map { ($0.output.1, $0.output.2) }
  }

  private func message(
    for fence: CheckedFence, on number: Int, construct: LineClassification.Construct?
  ) -> Diagnostic.Message? {
    switch construct {
    case .fenced(let outer, let code):
      // A longer fence shows how to write samples, and so does one that doesn't close the outer
      // one.
      outer.isClosed(by: fence.characters)
        && !code.suffix(from: number + 1).contains { fence.isClosed(by: file.line($0)) }
        ? .fenceInFence(fence, openedOn: code.lowerBound - 1) : nil
    case .html(let isComment): isComment ? nil : .fenceInHTML(fence)
    case .indented: .fenceIndented(fence)
    case .text, nil: .fenceInText(fence)
    }
  }

  private func diagnostic(
    _ message: Diagnostic.Message, at text: Substring, in line: Substring, number: Int
  ) -> Diagnostic {
    let column = line.utf8.distance(from: line.startIndex, to: text.startIndex) + 1
    let range = SourceRange(line: number, column: column, length: text.utf8.count)
    return Diagnostic(message, at: file.location(range))
  }
}

extension Diagnostic.Message {
  /// - Parameter first: the line of the first footnote with this label, if any.
  static func unusedFootnote(_ label: String, firstOn first: Int?) -> Self {
    let loss = "it is neither shown nor are its samples run"
    return Self(
      .unusedFootnote, .warning,
      first.map {
        "the footnote '[^\(label)]' is on line \($0) already, so this one counts for nothing: \(loss); "
          + "give it another label, or remove it"
      }
        ?? "nothing refers to this footnote, so \(loss); write '[^\(label)]' where it belongs, or remove it"
    )
  }

  static func notClosed(by end: String) -> Self {
    Self(
      .notClosed, .warning,
      "this block is never closed and ends with the page, quote or list item; "
        + "write '\(end)' where it ends")
  }

  static func fenceInFence(_ fence: CheckedFence, openedOn line: Int) -> Self {
    Self(
      .fenceInFence, .warning,
      "this block belongs to the one that begins on line \(line) and \(fence.loss); "
        + "close that one, or give it a longer fence to show this one as text")
  }

  static func fenceInHTML(_ fence: CheckedFence) -> Self {
    Self(
      .fenceInHTML, .warning,
      "this block belongs to the HTML before it and \(fence.loss); put an empty line between them")
  }

  static func fenceIndented(_ fence: CheckedFence) -> Self {
    Self(
      .fenceIndented, .warning,
      "this block is indented so far that it is shown as text and \(fence.loss); "
        + "indent it less, or show it as text within a longer fence")
  }

  static func fenceInText(_ fence: CheckedFence) -> Self {
    Self(
      .fenceInText, .warning,
      "this line is read as text, so the block it was to open \(fence.loss); put an empty line "
        + "before it, indent it like the text around it, and write no backquote after the fence")
  }
}
