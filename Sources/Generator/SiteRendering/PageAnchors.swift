import DocgenDocModel
import DocgenGround

/// The anchors of a page, which the fragments of links may name.
struct PageAnchors: Sendable, Codable {
  /// The identifiers that the page always contains.
  let ids: Set<String>
  /// Aliases of headings, each with the heading's own identifier.
  let aliases: [String: String]
  /// The identifiers and aliases, by their letters and digits.
  private let folded: [String: String]
  /// Whether a script of the author, or what only another generator fills in, may add others.
  let mayHaveOthers: Bool

  init(of document: ParsedDocument) {
    var ids: Set<String> = []
    var aliases: [String: String] = [:]
    var mayHaveOthers = document.isFilledIn
    func add(_ heading: Heading) {
      ids.insert(heading.id)
      ids.formUnion(heading.formerIDs)
      for alias in heading.aliases where aliases[alias] == nil { aliases[alias] = heading.id }
    }
    for section in document.sections { section.heading.map(add) }
    document.forEachBlock { block in
      switch block.kind {
      case .heading(let heading): add(heading)
      case .html(let html):
        ids.formUnion(HTMLTag.anchors(in: html))
        let hasScript = HTMLTag.startTags(in: html).contains { $0.name == "script" }
        mayHaveOthers = mayHaveOthers || hasScript
      case .sample(let id, _): ids.insert(id.anchor)
      case .tabs(let group): ids.formUnion(group.tabs.map(\.id))
      case .footnote(let label, _): ids.insert("fn-\(label)")
      default: break
      }
    }
    document.forEachInline { inline in
      if case .html(let html) = inline.kind { ids.formUnion(HTMLTag.anchors(in: html)) }
    }
    self.ids = ids
    // Of a page without any, another generator may have made one of something else.
    self.mayHaveOthers = mayHaveOthers || ids.isEmpty
    self.aliases = aliases.filter { !ids.contains($0.key) }
    // An identifier comes before an alias.
    folded = Dictionary(
      self.aliases.keys.sorted().reversed().map { (Self.folded($0), $0) }
        + ids.sorted().reversed().map { (Self.folded($0), $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the letters and digits, in lower case.
  private static func folded(_ id: String) -> String {
    String(decoding: id.lowercased().utf8.filter { $0 >= 0x80 || isWord($0) }, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns the anchor that a fragment leads to, which may differ in case and in marks, because other
  /// generators make other identifiers of headings; `nil` if there is none.
  func anchor(_ id: String) -> String? {
    ids.contains(id) || aliases[id] != nil ? id : folded[Self.folded(id)]
  }
}
