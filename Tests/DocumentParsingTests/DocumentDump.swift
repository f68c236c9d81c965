import DocgenDocModel
import DocgenGround

/// A document as text, with the range of every block, for parser tests.
struct DocumentDump {
  private var lines: [String] = []

  static func text(of document: ParsedDocument, _ diagnostics: [Diagnostic]) -> String {
    var dump = DocumentDump()
    dump.add(document)
    for diagnostic in diagnostics.sortedByLocation() {
      dump.lines.append(
        "! \(diagnostic.location) \(diagnostic.severity): \(diagnostic.message.text) [\(diagnostic.id.rawValue)]"
      )
    }
    return dump.lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ document: ParsedDocument) {
    let metadata = document.metadata
    lines.append("title: \(metadata.title)")
    lines.append("permalink: \(metadata.permalink)")
    if let id = metadata.id { lines.append("id: \(id)") }
    if let description = metadata.description { lines.append("description: \(description)") }
    if let order = metadata.order { lines.append("order: \(order)") }
    if !metadata.aliases.isEmpty { lines.append("aliases: \(metadata.aliases.map(\.address))") }
    if metadata.isOnFrontPage { lines.append("on the front page") }
    for section in document.sections {
      lines.append("Section")
      section.heading.map { lines.append("  Title \(describe($0))") }
      add(section.body, indent: "  ")
      if !section.aside.isEmpty {
        lines.append("Beside")
        add(section.aside, indent: "  ")
      }
    }
    for sample in document.samples { add(sample) }
  }

  private mutating func add(_ blocks: [Block], indent: String) {
    for block in blocks {
      lines.append("\(indent)\(describe(block.kind)) @\(block.range)")
      switch block.kind {
      case .tabs(let group):
        for tab in group.tabs {
          lines.append("\(indent)  Tab \(tab.label) key=\(tab.key) #\(tab.id)")
          add(tab.content, indent: indent + "    ")
        }
      case .list(let list):
        for item in list.items {
          lines.append(
            "\(indent)  Item\(item.checkbox.map { $0 == .checked ? " [x]" : " [ ]" } ?? "")")
          add(item.content, indent: indent + "    ")
        }
      default: add(block.children, indent: indent + "  ")
      }
    }
  }

  private func describe(_ kind: Block.Kind) -> String {
    switch kind {
    case .paragraph(let content): "Paragraph \(describe(content))"
    case .heading(let heading): "Heading \(describe(heading))"
    case .blockQuote: "BlockQuote"
    case .list(let list):
      "List\(list.start.map { " from \($0)" } ?? "")\(list.isTight ? "" : " loose")"
    case .code(let code): "Code \(describe(code))"
    case .html(let html): "HTML \(quoted(html))"
    case .thematicBreak: "ThematicBreak"
    case .table(let table):
      "Table \(table.alignments) \(([table.header] + table.rows).map { $0.map { describe($0) } })"
    case .footnote(let label, _): "Footnote \(label)"
    case .tabs: "Tabs"
    case .aside(let aside):
      "Aside \(aside.kind) \(quoted(aside.title))" + (aside.isFolded ? " folded" : "")
    case .sample(let id, let code): "Sample \(id) \(describe(code))"
    case .diagram(let diagram):
      "Diagram \(diagram.participants) \(diagram.sentences.map { quoted($0) })"
    }
  }

  private func describe(_ heading: Heading) -> String {
    let aliases = heading.aliases.isEmpty ? "" : " aliases=\(heading.aliases)"
    return "\(heading.level) #\(heading.id)\(aliases) \(describe(heading.content))"
  }

  private func describe(_ code: CodeBlock) -> String {
    let title = code.title.map { " title=\(quoted($0))" } ?? ""
    let folds = code.folds.isEmpty ? "" : " folds=\(code.folds)"
    let marks = code.marks.isEmpty ? "" : " marks=\(code.marks)"
    return "language=\(code.language)\(title)\(folds)\(marks) \(quoted(code.text))"
  }

  private func describe(_ inlines: [Inline]) -> String {
    inlines.map { describe($0) }.joined(separator: " ")
  }

  private func describe(_ inline: Inline) -> String {
    switch inline.kind {
    case .text(let text): quoted(text)
    case .code(let text): "code(\(quoted(text)))"
    case .emphasis(let content): "em(\(describe(content)))"
    case .strong(let content): "strong(\(describe(content)))"
    case .strikethrough(let content): "del(\(describe(content)))"
    case .link(let link): "link(\(link.destination) \(describe(link.content)))@\(inline.range)"
    case .image(let image): "image(\(image.destination) \(describe(image.content)))@\(inline.range)"
    case .html(let html): "html(\(quoted(html)))"
    case .softBreak: "↵"
    case .lineBreak: "⏎"
    case .footnoteReference(let label): "^\(label)"
    }
  }

  private mutating func add(_ sample: Sample) {
    lines.append(
      "Sample \(sample.id) \(sample.mode) expects \(sample.expectation) within \(sample.timeout) s, from \(sample.file)"
    )
    let traits = [
      sample.isInvalid ? "invalid" : nil,
      sample.language == .shell ? "in shell" : nil, sample.isHidden ? "hidden" : nil,
      sample.isPartlyShown ? "partly shown" : nil, sample.session.map { "session \($0)" },
      sample.setup.map { "behind \($0.file)" },
    ].compactMap { $0 }
    if !traits.isEmpty { lines.append("  \(traits.joined(separator: ", "))") }
    for line in sample.lines {
      lines.append("  \(line.number):+\(line.removedColumns) \(quoted(line.text))")
    }
    for line in sample.expectedOutput?.lines ?? [] {
      lines.append("  prints \(line.number): \(quoted(line.text))")
    }
    for line in sample.expectedError?.lines ?? [] {
      lines.append("  fails with \(line.number): \(quoted(line.text))")
    }
    for fixture in sample.fixtures {
      lines.append("  fixture \(fixture.name) from \(fixture.location): \(quoted(fixture.text))")
    }
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined() + "\""
  }
}
