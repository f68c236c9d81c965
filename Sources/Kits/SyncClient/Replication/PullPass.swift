import DocgenJSON

/// Transfers the gateway's changes to the database until none are left, or without end.
struct PullPass: Sendable {
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
    var isCaughtUp = false
    while true {
      try Task.checkCancellation()
      let page: ChangesPage
      do {
        page = try await gateway.changes(
          since: checkpoint.position, limit: options.batchSize, channels: options.channels,
          waits: isCaughtUp)
      } catch let error as SyncError where error == .timedOut && isCaughtUp {
        // A timeout is no failure when the gateway was asked to wait.
        continue
      }
      try await transfer(page)
      await succeeded()
      if checkpoint.advance(to: page.lastSequence) { try await checkpoints.save(&checkpoint) }
      guard page.rowCount < options.batchSize else { continue }
      guard isContinuous else { return }
      isCaughtUp = true
      board.update { $0.activity = .idle }
    }
  }

  /// Returns the revisions that a page lists.
  static func wanted(in page: ChangesPage) -> [WantedRevision] {
    var seen: Set<WantedRevision> = []
    return page.changes.flatMap { change in
      change.revisions.map {
        WantedRevision(document: change.document, revision: $0, isRemoved: change.isRemoved)
      }
    }.filter { seen.insert($0).inserted }
  }

  private func transfer(_ page: ChangesPage) async throws {
    let wanted = Self.wanted(in: page)
    let missing = try await database.read { try $0.missing(wanted) }
    guard !missing.isEmpty else { return }
    board.update { status in
      status.activity = .active
      status.total += missing.count
    }
    var batches = missing.batches(of: options.fetchSize)[...]
    var transferred = 0
    do {
      // While one batch is stored, the next is being fetched.
      try await withThrowingTaskGroup(of: (Int, [ReceivedRevision]).self) { group in
        func fetchNext() {
          guard let batch = batches.popFirst() else { return }
          group.addTask { (batch.count, try await fetch(Array(batch))) }
        }
        for _ in 0..<2 { fetchNext() }
        while let (count, received) = try await group.next() {
          fetchNext()
          _ = try await database.write { try $0.insert(received) }
          transferred += count
          await succeeded()
          board.update { $0.completed += count }
        }
      }
    } catch {
      // The next attempt finds the rest again.
      board.update { $0.total -= missing.count - transferred }
      throw error
    }
  }

  private func fetch(_ revisions: [MissingRevision]) async throws -> [ReceivedRevision] {
    var fetched = try await gateway.fetch(revisions)
    for index in fetched.indices {
      for (name, digest) in fetched[index].missingAttachments {
        if try await database.read({ try $0.hasAttachment(digest) }) { continue }
        let revision = fetched[index].received
        guard let youngest = revision.history.first else { continue }
        let bytes = try await gateway.attachment(name, of: revision.id, revision: youngest)
        guard Store.digest(of: bytes) == digest else {
          throw SyncError.malformedResponse(
            "the attachment '\(name)' of '\(revision.id)' doesn't match its digest")
        }
        fetched[index].add(bytes)
      }
    }
    return fetched.map(\.received)
  }
}
