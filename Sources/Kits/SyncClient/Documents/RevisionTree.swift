/// The revisions of a document and their parents.
///
/// When devices change the same revision, the tree gets branches; every branch ends in a leaf. All
/// devices choose the same leaf by the same rule: the winner.
struct RevisionTree: Sendable, Hashable {
  /// One revision in the tree.
  struct Revision: Sendable, Hashable {
    let id: RevisionID
    var parent: RevisionID?
    var isDeleted = false
    /// Whether all that is known is that this revision removed the document from all channels of
    /// the user.
    ///
    /// It counts as deleted, but may arrive again with a body.
    var isRemoved = false

    /// Whether a reader gets a document for this revision.
    var isLive: Bool { !isDeleted && !isRemoved }
  }

  private(set) var revisions: [RevisionID: Revision]

  init(_ revisions: [Revision] = []) {
    self.revisions = Dictionary(revisions.map { ($0.id, $0) }) { first, _ in first }
  }

  subscript(id: RevisionID) -> Revision? { revisions[id] }

  /// The revisions without children, the winner first.
  var leaves: [Revision] {
    if revisions.count == 1 { return Array(revisions.values) }
    let parents = Set(revisions.values.compactMap(\.parent))
    return revisions.values.filter { !parents.contains($0.id) }.sorted { first, second in
      if first.isLive != second.isLive { return first.isLive }
      return second.id < first.id
    }
  }

  /// The revision that a reader gets: a live one before a deleted one, then the greatest ID.
  var winner: Revision? { leaves.first }

  /// The leaves that a client may have to choose from; more than one is a conflict.
  var liveLeaves: [Revision] { leaves.filter(\.isLive) }

  func isLeaf(_ id: RevisionID) -> Bool {
    revisions[id] != nil && !revisions.values.contains { $0.parent == id }
  }

  /// Returns a revision and its ancestors, the youngest first.
  func history(of id: RevisionID) -> [RevisionID] {
    var history: [RevisionID] = []
    var next = revisions[id]
    while let revision = next {
      history.append(revision.id)
      next = revision.parent.flatMap { revisions[$0] }
    }
    return history
  }

  /// Adds a revision on top of an existing one, or the first one.
  mutating func add(_ revision: Revision) { revisions[revision.id] = revision }

  /// Adds a revision from elsewhere with its ancestors, the youngest first.
  ///
  /// - Returns: whether anything was new. A known revision changes nothing, unless only its removal
  ///   was known.
  mutating func add(history: [RevisionID], isDeleted: Bool, isRemoved: Bool) -> Bool {
    guard let youngest = history.first else { return false }
    if let known = revisions[youngest] {
      guard known.isRemoved, !isRemoved else { return false }
      revisions[youngest]?.isRemoved = false
      revisions[youngest]?.isDeleted = isDeleted
      return true
    }
    let known = history.firstIndex { revisions[$0] != nil } ?? history.count
    var parent = known < history.count ? history[known] : nil
    for id in history[..<known].reversed() {
      let isYoungest = id == youngest
      revisions[id] = Revision(
        id: id, parent: parent, isDeleted: isYoungest && isDeleted,
        isRemoved: isYoungest && isRemoved)
      parent = id
    }
    return true
  }

  /// Removes revisions that are more than `limit` generations from every leaf.
  mutating func prune(to limit: Int) {
    guard revisions.count > limit else { return }
    let retained = Set(leaves.flatMap { history(of: $0.id).prefix(limit) })
    guard retained.count < revisions.count else { return }
    revisions = revisions.filter { retained.contains($0.key) }
    for (id, revision) in revisions where revision.parent.map({ !retained.contains($0) }) ?? false {
      revisions[id]?.parent = nil
    }
  }
}
