import DocgenJSON

/// Transfers the database's changes to the gateway until none are left, or without end.
struct PushPass: Sendable {
  /// The approximate maximum size of a request's documents, in bytes.
  private static let requestSize = 4 << 20

  let database: Database
  let gateway: GatewayConnection
  let checkpoints: CheckpointStore
  let board: StatusBoard
  let options: Replication.Options
  let isContinuous: Bool
  /// Called after every successful step.
  let succeeded: @Sendable () async -> Void

  func run() async throws {
    var checkpoint = try await checkpoints.load()
    while true {
      try Task.checkCancellation()
      let since = checkpoint.position.flatMap { Int($0) } ?? 0
      let changed = try await database.read {
        try $0.changes(since: since, limit: options.batchSize)
      }
      if let last = changed.last {
        try await transfer(changed)
        await succeeded()
        if checkpoint.advance(to: String(last.sequence)) { try await checkpoints.save(&checkpoint) }
        continue
      }
      await succeeded()
      guard isContinuous else { return }
      board.update { $0.activity = .idle }
      try await database.waitForChange(after: since)
    }
  }

  /// Returns the documents and leaves to push.
  static func leaves(
    of changed: [StoredDocument], filter: (@Sendable (Document) -> Bool)?
  ) throws -> [(document: StoredDocument, leaves: [RevisionTree.Revision])] {
    try changed.compactMap { stored in
      let leaves = try stored.tree.leaves.filter { leaf in
        // Don't push what the gateway has removed.
        if leaf.isRemoved { return false }
        guard let filter, let document = try stored.document(leaf) else { return filter == nil }
        return filter(document)
      }
      return leaves.isEmpty ? nil : (stored, leaves)
    }
  }

  private func transfer(_ changed: [StoredDocument]) async throws {
    let offered = try Self.leaves(of: changed, filter: options.filter)
    guard !offered.isEmpty else { return }
    let differences = try await gateway.difference(
      offered.map { (document: $0.document.id, revisions: $0.leaves.map(\.id)) })
    let wanted = offered.compactMap { item -> Wanted? in
      guard let difference = differences[item.document.id] else { return nil }
      let leaves = item.leaves.filter { difference.missing.contains($0.id) }
      return leaves.isEmpty
        ? nil : Wanted(document: item.document, leaves: leaves, known: difference.possibleAncestors)
    }
    let count = wanted.reduce(0) { $0 + $1.leaves.count }
    guard count > 0 else { return }
    board.update { status in
      status.activity = .active
      status.total += count
    }
    var transferred = 0
    do {
      let documents = try await encoded(wanted, sendsAll: false)
      for batch in documents.batches(upTo: Self.requestSize, size: { $0.text.utf8.count }) {
        try await send(Array(batch), of: wanted)
        transferred += batch.count
        await succeeded()
        board.update { $0.completed += batch.count }
      }
    } catch {
      board.update { $0.total -= count - transferred }
      throw error
    }
  }

  /// A document with the leaves that the gateway is missing.
  private struct Wanted: Sendable {
    let document: StoredDocument
    let leaves: [RevisionTree.Revision]
    let known: Set<RevisionID>
  }

  private func encoded(_ wanted: [Wanted], sendsAll: Bool) async throws -> [PushedDocument] {
    try await database.read { store in
      try wanted.flatMap { item in
        try item.leaves.compactMap { leaf in
          try PushedDocument(
            leaf, of: item.document, known: item.known, sendsAll: sendsAll,
            attachment: store.attachment)
        }
      }
    }
  }

  private func send(_ documents: [PushedDocument], of wanted: [Wanted]) async throws {
    let outcomes = try await gateway.store(documents.map(\.text))
    var incomplete: [PushedDocument] = []
    for (document, outcome) in zip(documents, outcomes) {
      guard let status = outcome.status else { continue }
      if document.hasStubs, status == 404 || status == 412 {
        // The gateway lacks an attachment that an ancestor should have brought.
        incomplete.append(document)
      } else {
        try fail(document, status: status, reason: outcome.reason)
      }
    }
    guard !incomplete.isEmpty else { return }
    let again = wanted.compactMap { item -> Wanted? in
      let leaves = item.leaves.filter { leaf in
        incomplete.contains { $0.document == item.document.id && $0.revision == leaf.id }
      }
      return leaves.isEmpty
        ? nil : Wanted(document: item.document, leaves: leaves, known: item.known)
    }
    let complete = try await encoded(again, sendsAll: true)
    for (document, outcome) in zip(complete, try await gateway.store(complete.map(\.text))) {
      if let status = outcome.status { try fail(document, status: status, reason: outcome.reason) }
    }
  }

  /// Records a rejected revision; a transient failure ends the pass, and the next one sends the
  /// rest.
  private func fail(_ document: PushedDocument, status: Int, reason: String) throws {
    if [502, 503, 504].contains(status) { throw SyncError.http(status: status, reason: reason) }
    let failure = DocumentFailure(
      document: document.document, revision: document.revision, status: status, reason: reason)
    board.update { status in
      status.failures.removeAll { $0.document == failure.document }
      status.failures.append(failure)
      if status.failures.count > 100 { status.failures.removeFirst() }
    }
  }
}

extension Array {
  /// Returns the elements in batches of at most `count`, in order.
  func batches(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: Swift.max(1, count)).map { start in
      self[start..<Swift.min(start + Swift.max(1, count), self.count)]
    }
  }

  /// Returns the elements in batches whose sizes add up to at most `limit`, in order.
  ///
  /// An element above the limit is a separate batch.
  func batches(upTo limit: Int, size: (Element) -> Int) -> [ArraySlice<Element>] {
    var batches: [ArraySlice<Element>] = []
    var start = 0
    var sum = 0
    for (index, element) in enumerated() {
      let size = size(element)
      if index > start, sum + size > limit {
        batches.append(self[start..<index])
        (start, sum) = (index, 0)
      }
      sum += size
    }
    return start < count ? batches + [self[start...]] : batches
  }
}
