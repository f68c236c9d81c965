import DocgenDocModel
import DocgenGround

/// The navigation that a page shows.
extension PageContext {
  /// An entry of the navigation as the page shows it.
  struct Entry: Sendable {
    /// Its number in the tree; `nil` for the link to all pages of a level.
    var number: Int?
    var isOpen = false
    /// The anchor of its level in the list of all pages, if the page shows only part of it.
    var more: String?
    var items: [Entry] = []
  }

  /// The entries; of a long navigation only the branch of the page, and of a long level only what
  /// is near.
  var entries: [Entry] { entries(of: navigation.nodes, below: nil) }

  private func entries(of nodes: [Navigation.Node], below parent: Navigation.Node?) -> [Entry] {
    guard navigation.isLong, nodes.count > Self.longLevel, listing != nil
    else { return nodes.map { entry(of: $0) } }
    let own = nodes.firstIndex { trail.contains($0.number) } ?? 0
    let start = max(0, min(own - Self.longLevel / 4, nodes.count - Self.longLevel / 2))
    let near = nodes[start..<start + Self.longLevel / 2]
    return near.map { entry(of: $0) } + [Entry(more: parent?.anchor ?? "")]
  }

  /// The number of entries of a level beyond which a page shows half as many.
  private static let longLevel = 80

  private func entry(of node: Navigation.Node) -> Entry {
    let isOpen = trail.contains(node.number)
    if navigation.isLong, !node.items.isEmpty, !isOpen, listing != nil {
      return Entry(number: node.number, more: node.anchor)
    }
    return Entry(
      number: node.number, isOpen: isOpen, items: entries(of: node.items, below: node))
  }

  /// A hash of the entries, which takes much less time than their values.
  func digest(of entries: [Entry]) -> UInt64 {
    entries.reduce(7) { hash, entry in
      let node = entry.number.map { navigation[$0] }
      var flags: UInt64 = entry.isOpen ? 1 : 0
      if node?.page == index { flags += 2 }
      if isNearest(entry) { flags += 8 }
      if navigation.isLong { flags += 4 }
      let parts: [UInt64] = [
        node?.digest ?? 0, flags, entry.more.map { StableHash.of($0.utf8) } ?? 0,
        digest(of: entry.items),
      ]
      return parts.reduce(hash) { StableHash.mixed($0, $1) }
    }
  }

  /// Whether the page, which isn't in the navigation, is below this entry and no other below that.
  private func isNearest(_ entry: Entry) -> Bool {
    guard let number = entry.number, number == trail.last else { return false }
    return navigation[number].page != index
  }

  /// The values of entries.
  func values(of entries: [Entry]) -> [TemplateValue] {
    let listing = listing(at: "")
    return entries.map { value(of: $0, listing: listing) }
  }

  private func value(of entry: Entry, listing: String?) -> TemplateValue {
    var value = Self.plainEntry
    let more = entry.more.flatMap { anchor in
      listing.map { anchor.isEmpty ? $0 : "\($0)#\(anchor)" }
    }
    guard let node = entry.number.map({ navigation[$0] }) else {
      value["title"] = .text(strings["allPages"])
      value["href"] = .optional(more)
      return .object(value)
    }
    value["title"] = .text(node.title)
    value["href"] = .optional(reference(to: node))
    if node.page != nil, node.page == index { value["isCurrent"] = true }
    if isNearest(entry) { value["isNearest"] = true }
    if entry.isOpen { value["isOpen"] = true }
    if let more { value["more"] = .text(more) }
    guard !node.items.isEmpty else { return .object(value) }
    value["isFolded"] = .bool(navigation.isLong)
    value["hasItems"] = true
    value["items"] = .list(entry.items.map { self.value(of: $0, listing: listing) })
    return .object(value)
  }

  /// An entry that is neither the page nor above it, as most are; copying it takes less than making
  /// it.
  private static let plainEntry: TemplateObject = [
    "title": .null, "href": .null, "isCurrent": false, "isNearest": false, "isOpen": false,
    "isFolded": false,
    "more": .null, "hasItems": false, "items": [],
  ]
}
