import DocgenDocModel
import DocgenGround

/// The anchors of a page, which the fragments of links may name.
struct PageAnchors: Sendable {
  /// The identifiers that the page always contains.
  let ids: Set<String>
  /// Aliases of headings, each with the heading's own identifier.
  let aliases: [String: String]
  /// Headings by the letters and digits of their identifiers and of those above.
  private let nested: [String: String]
  /// The identifiers and aliases, by their letters and digits; few pages have links that need it.
  private let folded: Lazy<[String: String]>
  /// Whether a script of the author, or what only another generator fills in, may add others.
  let mayHaveOthers: Bool

  init(of document: ParsedDocument) {
    var ids: Set<String> = []
    var aliases: [String: String] = [:]
    var mayHaveOthers = document.isFilledIn
    // Each heading with those above it, whose identifiers others put before its own.
    var above: [Heading] = []
    var nested: [String: String] = [:]
    func add(_ heading: Heading) {
      while let last = above.last, last.level >= heading.level { above.removeLast() }
      above.append(heading)
      let path = above.drop { $0.level == 1 }
      if path.count > 1 { nested[Self.folded(path.map(\.id).joined())] = heading.id }
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
    // Others make anchors of the terms of definition lists.
    var isLineStart = false
    document.forEachInline { inline in
      if case .html(let html) = inline.kind { ids.formUnion(HTMLTag.anchors(in: html)) }
      if isLineStart, case .text(let text) = inline.kind, text.hasPrefix(": ") {
        mayHaveOthers = true
      }
      isLineStart = inline.kind == .softBreak
    }
    // Of a page without any, another generator may have made one of something else.
    self.init(
      ids: ids, aliases: aliases.filter { !ids.contains($0.key) }, nested: nested,
      mayHaveOthers: mayHaveOthers || ids.isEmpty)
  }

  /// All of this as lists of texts, always in the same order.
  var lists: [[String]] {
    let aliases = aliases.sorted { $0.key < $1.key }
    let nested = nested.sorted { $0.key < $1.key }
    return [
      ids.sorted(), aliases.map(\.key), aliases.map(\.value), nested.map(\.key),
      nested.map(\.value), mayHaveOthers ? ["others"] : [],
    ]
  }

  /// Creates anchors from their lists; `nil` for others.
  init?(lists: [[String]]) {
    guard lists.count == 6 else { return nil }
    self.init(
      ids: Set(lists[0]), aliases: Dictionary(zip(lists[1], lists[2])) { first, _ in first },
      nested: Dictionary(zip(lists[3], lists[4])) { first, _ in first },
      mayHaveOthers: !lists[5].isEmpty)
  }

  private init(
    ids: Set<String>, aliases: [String: String], nested: [String: String], mayHaveOthers: Bool
  ) {
    self.ids = ids
    self.aliases = aliases
    self.nested = nested
    self.mayHaveOthers = mayHaveOthers
    folded = Lazy {
      // An identifier comes before an alias, and that before one with others.
      let names = aliases.keys.sorted().reversed() + ids.sorted().reversed()
      return nested.merging(names.map { (Self.folded($0), $0) }) { $1 }
    }
  }

  /// Returns the letters and digits, in lower case.
  private static func folded(_ id: String) -> String {
    String(decoding: id.lowercased().utf8.filter { $0 >= 0x80 || isWord($0) }, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns the anchor that a fragment leads to, which may differ in case and in marks, because
  /// other generators make other identifiers of headings; `nil` if there is none.
  func anchor(_ id: String) -> String? {
    if ids.contains(id) || aliases[id] != nil { return id }
    // GitHub's pages have their identifiers with this prefix.
    let own = id.hasPrefix("user-content-") ? String(id.dropFirst("user-content-".count)) : id
    return folded.value[Self.folded(own)]
  }
}
