/// The revisions of a document and how they descend from each other (db/revtree.go).
struct RevisionTree: Sendable, Hashable {
  struct Revision: Sendable, Hashable {
    var id: String
    var parent: String?
    var isDeleted: Bool
    var channels: Set<String> = []
  }

  private(set) var revisions: [String: Revision] = [:]
  /// The revisions pruned since the tree was loaded.
  private(set) var pruned: Set<String> = []

  init(_ revisions: [Revision] = []) {
    for revision in revisions { self.revisions[revision.id] = revision }
  }

  subscript(id: String) -> Revision? { revisions[id] }
  var isEmpty: Bool { revisions.isEmpty }
  func contains(_ id: String) -> Bool { revisions[id] != nil }

  /// The revisions without children, the winner first.
  var leaves: [Revision] {
    let parents = Set(revisions.values.compactMap(\.parent))
    return revisions.values.filter { !parents.contains($0.id) }.sorted { first, second in
      if first.isDeleted != second.isDeleted { return !first.isDeleted }
      return RevisionID.isLess(second.id, first.id)
    }
  }

  func isLeaf(_ id: String) -> Bool {
    contains(id) && !revisions.values.contains { $0.parent == id }
  }

  /// The revision that a reader gets: not deleted rather than deleted, then the greatest id.
  var winner: Revision? { leaves.first }

  mutating func add(_ id: String, parent: String?, isDeleted: Bool) {
    revisions[id] = Revision(id: id, parent: parent, isDeleted: isDeleted)
  }

  mutating func setChannels(_ channels: Set<String>, of id: String) {
    revisions[id]?.channels = channels
  }

  /// Returns a revision and its ancestors, the youngest first.
  func history(of id: String) -> [String] {
    var history: [String] = []
    var next = revisions[id]
    while let revision = next {
      history.append(revision.id)
      next = revision.parent.flatMap { revisions[$0] }
    }
    return history
  }

  /// Removes revisions that are deeper than a limit below every leaf.
  mutating func prune(to limit: Int) {
    guard revisions.count > limit else { return }
    let retained = Set(leaves.flatMap { history(of: $0.id).prefix(limit) })
    for id in revisions.keys where !retained.contains(id) {
      revisions[id] = nil
      pruned.insert(id)
    }
    for (id, revision) in revisions where revision.parent.map({ !retained.contains($0) }) ?? false {
      revisions[id]?.parent = nil
    }
  }
}
