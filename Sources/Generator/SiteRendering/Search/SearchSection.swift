import DocgenDocModel
import DocgenGround
import DocgenJSON

/// A section of a page in the search index: what follows a heading, up to the next one.
///
/// A long section is several, so that a result needs little to be fetched.
struct SearchSection {
  /// The bytes of text after which a section is continued in another.
  private static let size = 1_000

  /// The heading; empty for the beginning of a page.
  var heading = ""
  /// The heading's identifier; empty for the beginning of a page.
  var anchor = ""
  /// Whether this is the rest of the section before.
  var isContinued = false
  /// Everything that readers see in UTF-8, a line for each paragraph, row and line of code.
  fileprivate(set) var text: [UInt8] = []
  /// The code in `text`, blocks and within prose, and the first cells of tables' rows.
  fileprivate(set) var code: [UInt8] = []
  /// What `text` has beside blocks of code.
  fileprivate(set) var prose: [UInt8] = []

  /// Returns the sections of a page, in order; the first is the page's beginning.
  static func sections(
    of document: ParsedDocument, outcomes: [SampleID: SampleOutcome]
  ) -> [SearchSection] {
    let samples = document.samplesByID
    var sections = [SearchSection()]
    for part in document.sections {
      if let heading = part.heading { sections.append(to: heading, of: document) }
      for block in part.body + part.aside {
        if case .heading(let heading) = block.kind {
          sections.append(to: heading, of: document)
        } else {
          sections.add(block, samples: samples, outcomes: outcomes)
        }
      }
    }
    if let lead = document.metadata.description {
      let line = lead.withSingleSpaces + [UInt8(ascii: "\n")]
      sections[0].text = line + sections[0].text
      sections[0].prose = line + sections[0].prose
    }
    return sections
  }

  /// Adds a line.
  fileprivate mutating func add(_ line: [UInt8], isCode: Bool) {
    let line = line + [UInt8(ascii: "\n")]
    text += line
    if isCode { code += line } else { prose += line }
  }

  /// The section to which a line belongs that follows this one's; `nil` for this one.
  fileprivate var continuation: SearchSection? {
    text.count < Self.size
      ? nil : SearchSection(heading: heading, anchor: anchor, isContinued: true)
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

  fileprivate mutating func add(
    _ block: Block, samples: [SampleID: Sample], outcomes: [SampleID: SampleOutcome]
  ) {
    switch block.kind {
    case .table(let table):
      for (index, row) in ([table.header] + table.rows).enumerated() {
        add(line: row.map { $0.plainText }.joined(separator: " "))
        row.forEach { addCode(of: $0) }
        // What a row is about counts more than what it says.
        if index > 0 { self[count - 1].code += "\(row.first?.plainText ?? "")\n".utf8 }
      }
    case .diagram(let diagram): diagram.sentences.forEach { add(line: $0) }
    case .heading(let heading): add(line: heading.content.plainText)
    case .aside(let aside):
      if !ThemeStrings.noteNames.contains(aside.title.lowercased()) { add(line: aside.title) }
    case .code(let shown): add(code: shown)
    case .sample(let id, let shown):
      add(code: shown)
      if let sample = samples[id] {
        add(code: sample.shownOutput(outcomes[id]) ?? "")
        add(code: sample.expectedError?.text ?? outcomes[id]?.failure ?? "")
      }
    default:
      add(line: block.inlines.plainText)
      addCode(of: block.inlines)
    }
    for child in block.children { add(child, samples: samples, outcomes: outcomes) }
  }

  private mutating func add(code block: CodeBlock) {
    if let title = block.title { add(line: title) }
    for line in block.lines { add(line: line.text, isCode: true) }
  }

  private mutating func add(code lines: String) {
    for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
      add(line: String(Substring(line)), isCode: true)
    }
  }

  private mutating func addCode(of inlines: [Inline]) {
    for inline in inlines {
      if case .code(let text) = inline.kind { self[count - 1].code += "\(text)\n".utf8 }
      addCode(of: inline.children)
    }
  }

  /// Adds a line, with single spaces.
  private mutating func add(line: String, isCode: Bool = false) {
    let line = line.withSingleSpaces
    guard !line.isEmpty else { return }
    if let continuation = self[count - 1].continuation { append(continuation) }
    self[count - 1].add(line, isCode: isCode)
  }
}

extension [SearchSection] {
  /// Returns the files with the sections of a page: title, address, heading and text.
  ///
  /// A file has few, so that a result needs little to be fetched.
  ///
  /// - Parameter path: the page's path.
  func files(ofPageAt path: String, title: String) -> [RenderedFile] {
    let address = SitePath.reference(from: SiteRenderer.homePath, to: path)
    let size = SearchIndex.sectionsPerFile
    return stride(from: 0, to: count, by: size).map { first in
      var bytes: [UInt8] = []
      for section in self[first..<Swift.min(first + size, count)] {
        let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
        let fields = [title, address + anchor, section.heading].map { [UInt8]($0.utf8) }
        bytes += (bytes.isEmpty ? "[" : ",\n").utf8
        for (index, field) in (fields + [section.text]).enumerated() {
          bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
          bytes.append(jsonString: field)
        }
        bytes.append(UInt8(ascii: "]"))
      }
      bytes.append(UInt8(ascii: "]"))
      return RenderedFile(
        path: SearchIndex.sections(first / size, ofPageAt: path), bytes: bytes)
    }
  }
}
