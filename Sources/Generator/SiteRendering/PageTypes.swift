import DocgenDocModel
import DocgenGround
import DocgenJSON

/// The types of the names in a page's samples, which `code.js` fetches when a reader touches one.
///
/// The file has `notes`, each a list of code, comment and address, and `blocks`: for each name its
/// offset and length in the block's code, in UTF-16, and the number of its note.
struct PageTypes {
  /// The numbers of the page's blocks with types.
  private(set) var blocks: [CodeBlock: Int] = [:]
  /// The file below the site's folder; `nil` without types.
  private(set) var file: RenderedFile?

  private var notes: [JSONValue] = []
  private var numbers: [JSONValue: Int] = [:]

  /// Collects the types on a page.
  init(
    of document: ParsedDocument, on page: SiteMap.Page, outcomes: [SampleID: SampleOutcome],
    site: SiteMap
  ) {
    let samples = document.samplesByID
    var lists: [JSONValue] = []
    document.forEachBlock { block in
      guard case .sample(let id, let code) = block.kind, blocks[code] == nil,
        let outcome = outcomes[id], let sample = samples[id], !outcome.names.isEmpty
      else { return }
      let names = Dictionary(grouping: outcome.names) { $0.line + outcome.firstLine }
      // The lines of a reference's example are those of the comment.
      let isMoved = sample.document != page.summary.source
      guard !isMoved || sample.lines.count == code.lines.count else { return }
      let indents = Dictionary(sample.lines.map { ($0.number, $0.removedColumns) }) { $1 }
      var list: [JSONValue] = []
      var offset = 0
      for index in code.parts.flatMap(\.lines) {
        let line = code.lines[index]
        let bytes = Array(line.text.utf8)
        let lineNumber = isMoved ? sample.lines[index].number : line.number
        let shift = isMoved ? 0 : line.removedColumns - (indents[lineNumber] ?? line.removedColumns)
        for name in names[lineNumber] ?? [] {
          let range = name.column - shift..<name.column - shift + name.length
          guard range.lowerBound >= 0, range.upperBound <= bytes.count else { continue }
          let text = String(decoding: bytes[range], as: UTF8.self)
          let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).utf16.count
          list += [.integer(offset + before), .integer(text.utf16.count)]
          let note = note(of: name, text: text, on: page, site: site)
          if let note { list.append(.integer(number(of: note))) } else { list.removeLast(2) }
        }
        offset += line.text.utf16.count + 1
      }
      guard !list.isEmpty else { return }
      blocks[code] = lists.count
      lists.append(.array(list))
    }
    guard !lists.isEmpty else { return }
    let value: JSONValue = ["notes": .array(notes), "blocks": .array(lists)]
    file = RenderedFile(path: Self.path(of: page.path), text: value.serialized())
  }

  /// Returns the path of the file for a page: `types.json` in the page's folder if it has its own.
  private static func path(of page: String) -> String {
    page.hasSuffix("index.html")
      ? page.dropLast(10) + "types.json"
      : (page.hasSuffix(".html") ? page.dropLast(5) : page[...]) + ".types.json"
  }

  private func note(
    of name: SwiftName, text: String, on page: SiteMap.Page, site: SiteMap
  ) -> JSONValue? {
    let symbol = site.symbols[name.symbol]
    guard let code = symbol?.declaration ?? name.type.map({ "\(text): \($0)" }) else { return nil }
    var fields = [code, symbol?.summary ?? ""]
    if let symbol {
      let (path, fragment) = SitePath.parts(of: symbol.target)
      let reference = path == page.path ? "" : SitePath.reference(from: page.path, to: path)
      fields.append(reference + (fragment.map { "#\($0)" } ?? ""))
    }
    while fields.last?.isEmpty == true { fields.removeLast() }
    return .array(fields.map { .string($0) })
  }

  private mutating func number(of note: JSONValue) -> Int {
    if let number = numbers[note] { return number }
    numbers[note] = notes.count
    notes.append(note)
    return notes.count - 1
  }
}
