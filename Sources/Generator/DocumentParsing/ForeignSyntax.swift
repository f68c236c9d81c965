import DocgenDocModel
import DocgenGround

/// Text that surely isn't meant to be shown as it is, as syntax of other generators, references to
/// nothing, and characters read in a wrong encoding: one warning for each kind on a page.
struct ForeignSyntax {
  /// The first occurrence of a kind, and the number of occurrences on the page.
  private struct Found {
    let kind: Kind
    var text: String
    var range: SourceRange
    var count = 0
  }

  private let file: SourceFile
  /// What is found so far, by the problem of its kind.
  private var found: [String: Found] = [:]

  /// Finds what a document contains; code and HTML contain only kinds of their own.
  ///
  /// - Parameter containers: the ranges of the lines that open unknown containers.
  init(of document: ParsedDocument, containers: [SourceRange]) {
    file = document.file
    var syntax = self
    for range in containers {
      let line = file.line(range.start.line).utf8.dropFirst(range.start.column - 1)
      syntax.add(.container, text: Substring(line).trimmed, at: range)
    }
    let hasMarks = file.contains(Kind.mark.signs)
    document.forEachBlock { block in
      switch block.kind {
      case .paragraph(let inlines): syntax.addBeginnings(of: inlines)
      case .html(let html): syntax.add(.style, in: html, at: block.range)
      case .code(let code): syntax.add(code, hasMarks: hasMarks)
      default: break
      }
    }
    // Most documents have none of the signs, also not in code.
    var kinds = Kind.anywhere.filter { document.file.contains($0.signs) }
    if file.contains(["。", "、", "，"]) { kinds.append(.emphasis) }
    if !kinds.isEmpty || file.contains(["style="]) {
      document.forEachInline { inline in
        switch inline.kind {
        case .text(let text): for kind in kinds { syntax.add(kind, in: text, at: inline.range) }
        case .html(let html): syntax.add(.style, in: html, at: inline.range)
        default: break
        }
      }
    }
    found = syntax.found
  }

  /// A warning for each kind.
  var diagnostics: [Diagnostic] {
    found.values.map { found in
      Diagnostic(
        .foreignSyntax(found.kind, text: found.text, count: found.count),
        at: file.location(found.range))
    }.sortedByLocation()
  }

  /// Whether another generator would write something that isn't in the document.
  var isFilledIn: Bool { found.values.contains(where: \.kind.isFilledIn) }

  /// Adds what begins lines of a paragraph.
  private mutating func addBeginnings(of inlines: [Inline]) {
    var isFirst = true
    for (index, inline) in inlines.enumerated() {
      if isFirst, case .text(let text) = inline.kind, let sign = text.utf8.first {
        if let kind = Kind.atBeginnings[sign] { add(kind, in: text, at: inline.range) }
        if sign == UInt8(ascii: "|"), isRuleOfTable(file.line(inline.range.start.line + 1)) {
          add(.table, text: text, at: inline.range)
        }
        if index > 0, text.hasPrefix(": ") { add(.definition, text: text, at: inline.range) }
      }
      isFirst = inline.kind == .softBreak || inline.kind == .lineBreak
    }
  }

  /// Whether a line separates the first row of a table from the others.
  private func isRuleOfTable(_ line: Substring) -> Bool {
    line.contains("--") && line.allSatisfy { "|:- ".contains($0) }
  }

  private mutating func add(_ code: CodeBlock, hasMarks: Bool) {
    func range(of line: Sample.Line) -> SourceRange {
      SourceRange(line: line.number, column: 1, length: line.text.utf8.count)
    }
    if code.language == "mermaid" {
      let range = SourceRange(at: code.infoStart, length: code.language.utf8.count)
      return add(.diagram, text: code.language, at: range)
    }
    if let line = code.lines.first, line.text.hasPrefix("{!"), line.text.hasSuffix("!}") {
      add(.include, text: line.text, at: range(of: line))
    }
    guard hasMarks, !["markdown", "md"].contains(code.language) else { return }
    for line in code.lines { add(.mark, in: line.text, at: range(of: line)) }
  }

  /// Adds the occurrences of a kind in a text.
  private mutating func add(_ kind: Kind, in text: String, at range: SourceRange) {
    guard kind.signs.isEmpty || kind.signs.contains(where: { text.contains(bytesOf: $0) }) else {
      return
    }
    let occurrences = kind.search(text)
    guard let first = occurrences.first else { return }
    // Looking for the place of each would take long in a long line.
    if let earlier = found[kind.problem], earlier.range.start <= range.start {
      found[kind.problem]?.count += occurrences.count
    } else {
      let place = self.range(of: String(first), signs: kind.signs, in: range)
      add(kind, text: String(first), at: place, count: occurrences.count)
    }
  }

  private mutating func add(
    _ kind: Kind, text: String, at range: SourceRange, count: Int = 1
  ) {
    var entry = found[kind.problem] ?? Found(kind: kind, text: text, range: range)
    entry.count += count
    if range.start < entry.range.start { (entry.text, entry.range) = (text, range) }
    found[kind.problem] = entry
  }

  /// Returns the range of a text, or of a sign in it if Markdown has removed escapes.
  private func range(of text: String, signs: [String], in range: SourceRange) -> SourceRange {
    for number in range.start.line...max(range.start.line, range.end.line) {
      let line = file.line(number)
      let skipped = number == range.start.line ? range.start.column - 1 : 0
      let rest = Substring(line.utf8.dropFirst(skipped))
      guard let found = ([text] + signs).lazy.compactMap({ rest.firstRange(of: $0) }).first else {
        continue
      }
      let column = line.utf8.distance(from: line.startIndex, to: found.lowerBound) + 1
      return SourceRange(line: number, column: column, length: rest[found].utf8.count)
    }
    return range
  }
}

extension SourceFile {
  fileprivate func contains(_ signs: [String]) -> Bool {
    signs.contains { text.contains(bytesOf: $0) }
  }
}
