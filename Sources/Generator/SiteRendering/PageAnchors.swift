import DocgenDocModel
import DocgenGround

/// The anchors of a page, which the fragments of links may name.
struct PageAnchors {
  /// The identifiers that the page always contains.
  let ids: Set<String>
  /// Aliases of headings, each with the heading's own identifier.
  let aliases: [String: String]
  /// The identifiers and aliases with capitals, by their lower case.
  private let capitalized: (ids: [String: String], aliases: [String: String])
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
    self.mayHaveOthers = mayHaveOthers
    self.aliases = aliases.filter { !ids.contains($0.key) }
    capitalized = (Self.capitalized(ids), Self.capitalized(self.aliases.keys))
  }

  private static func capitalized(_ anchors: some Sequence<String>) -> [String: String] {
    let pairs = anchors.map { ($0.lowercased(), $0) }.filter { $0 != $1 }
    return Dictionary(pairs) { min($0, $1) }
  }

  /// Returns the anchor that a fragment leads to, which may differ in case; `nil` if there is none.
  func anchor(_ id: String) -> String? {
    if ids.contains(id) || aliases[id] != nil { return id }
    let folded = id.lowercased()
    if let id = capitalized.ids[folded] ?? (ids.contains(folded) ? folded : nil) { return id }
    return capitalized.aliases[folded] ?? (aliases[folded] == nil ? nil : folded)
  }
}
