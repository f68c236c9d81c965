import DocgenDocModel
import DocgenGround

/// A section of a page in the search index: what follows a heading, up to the next one.
struct SearchSection {
  /// The heading; empty for the beginning of a page.
  var heading = ""
  /// The heading's identifier; empty for the beginning of a page.
  var anchor = ""
  /// Everything that readers see, a line for each paragraph, row and line of code.
  private(set) var text = ""
  /// The code in `text`.
  private(set) var code = ""

  /// Returns the sections of a page, in order; the first is the page's beginning.
  static func sections(
    of document: ParsedDocument, _ outcomes: [SampleID: SampleOutcome]
  ) -> [SearchSection] {
    let samples = Dictionary(document.samples.map { ($0.id, $0) }) { first, _ in first }
    var sections = [SearchSection()]
    for part in document.sections {
      if let heading = part.heading { sections.append(to: heading, of: document) }
      for block in part.body + part.aside {
        if case .heading(let heading) = block.kind {
          sections.append(to: heading, of: document)
        } else {
          sections[sections.count - 1].add(block, samples, outcomes)
        }
      }
    }
    return sections
  }

  private mutating func add(
    _ block: Block, _ samples: [SampleID: Sample], _ outcomes: [SampleID: SampleOutcome]
  ) {
    switch block.kind {
    case .table(let table):
      for row in [table.header] + table.rows {
        add(line: row.map(\.plainText).joined(separator: " "))
      }
    case .diagram(let diagram): diagram.sentences.forEach { add(line: $0) }
    case .heading(let heading): add(line: heading.content.plainText)
    case .code(let shown): add(code: shown)
    case .sample(let id, let shown):
      add(code: shown)
      if let sample = samples[id] {
        add(code: sample.shownOutput(outcomes[id]) ?? "")
        add(code: sample.expectedError?.text ?? outcomes[id]?.failure ?? "")
      }
    default: add(line: block.inlines.plainText)
    }
    addCode(of: block.inlines)
    for child in block.children { add(child, samples, outcomes) }
  }

  private mutating func add(code block: CodeBlock) {
    if let title = block.title { add(line: title) }
    add(code: block.text)
  }

  private mutating func add(code lines: String) {
    for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
      add(line: String(Substring(line)))
    }
    code += lines + "\n"
  }

  private mutating func addCode(of inlines: [Inline]) {
    for inline in inlines {
      if case .code(let text) = inline.kind { code += text + "\n" }
      addCode(of: inline.children)
    }
  }

  private static let spaces = Array(" \t\r\n".utf8)

  /// Adds a line, with single spaces.
  private mutating func add(line: String) {
    let words = line.utf8.split { Self.spaces.contains($0) }
    if !words.isEmpty { text += words.map { String(Substring($0)) }.joined(separator: " ") + "\n" }
  }
}

extension [SearchSection] {
  /// Begins the section of a heading; the page's title begins none.
  fileprivate mutating func append(to heading: Heading, of document: ParsedDocument) {
    let title = heading.content.plainText
    if count == 1, self[0].text.isEmpty, heading.level == 1 || title == document.metadata.title {
      self[0].heading = title == document.metadata.title ? "" : title
      return
    }
    append(SearchSection(heading: title, anchor: heading.id))
  }
}
