import DocgenDocModel

/// The headings of a page's main column, as a tree of two levels.
struct TableOfContents {
  /// A heading.
  struct Entry {
    var title: String
    var id: String
    var items: [Entry]
  }

  let entries: [Entry]

  /// Collects the headings of the second and third level.
  init(of document: ParsedDocument) {
    var entries: [Entry] = []
    for block in document.sections.flatMap(\.body) {
      guard case .heading(let heading) = block.kind, (2...3).contains(heading.level) else {
        continue
      }
      let entry = Entry(title: heading.content.plainText, id: heading.id, items: [])
      if heading.level == 2 || entries.isEmpty {
        entries.append(entry)
      } else {
        entries[entries.count - 1].items.append(entry)
      }
    }
    self.entries = entries
  }
}
