import DocgenJSON
import DocgenSQLite

extension GatewayDatabase {
  /// Returns the changes after a position in the feed, in order (`SimpleMultiChangesFeed`,
  /// db/changes.go).
  ///
  /// - Parameters:
  ///   - request: the request; `since` is the position.
  ///   - user: the reader's name, looked up again because grants change; `nil` for the
  ///     administrator.
  func changes(_ request: ChangesRequest, for user: String?) throws -> [ChangeRow] {
    try purgeExpired()
    let reader = try user.flatMap { try self.user(named: $0) }
    var rows: [SequenceID: ChangeRow] = [:]
    // The first rows of all channels are among the first rows of each channel, unless rows are
    // removed below.
    let limit = request.limit > 0 && !request.isActiveOnly ? request.limit : -1
    for (channel, grantedAt) in available(request.channels, to: reader) {
      for row in try changes(
        in: channel, grantedAt: grantedAt, since: request.since, limit: limit)
      {
        merge(row, into: &rows)
      }
    }
    if let reader, request.since < SequenceID(reader.sequence) {
      let sequence = SequenceID(reader.sequence)
      let id = "_user/" + PrincipalName.shown(reader.name)
      rows[sequence] = ChangeRow(sequence: sequence, id: id, revisions: [])
    }
    var ordered = rows.values.filter { request.since < $0.sequence || $0.sequence.trigger > 0 }
      .sorted { $0.sequence < $1.sequence }
    if request.isActiveOnly {
      ordered.removeAll { $0.isDeleted || !$0.removed.isEmpty && !$0.isStillVisible }
    }
    if request.limit > 0 { ordered = Array(ordered.prefix(request.limit)) }
    return try ordered.map { try completed($0, request: request, reader: reader) }
  }

  /// Returns the channels to read, with the sequence of their grant; the star means all documents.
  private func available(_ wanted: [String]?, to user: User?) -> [String: Int] {
    guard let user else {
      return Dictionary((wanted ?? [ChannelName.star]).map { ($0, 0) }) { first, _ in first }
    }
    let granted = user.inheritedChannels.sequences
    guard let wanted else { return granted }
    var available: [String: Int] = [:]
    for channel in wanted {
      available[channel] = granted[channel] ?? granted[ChannelName.star]
    }
    return available
  }

  /// Returns one channel's changes, at most `limit` unless it is negative.
  ///
  /// A channel granted after `since` is sent from its beginning; each row before the grant has the
  /// grant's sequence as trigger.
  private func changes(
    in channel: String, grantedAt: Int, since: SequenceID, limit: Int
  ) throws -> [ChangeRow] {
    var start = since
    let isPending = since.trigger == 0 || since.trigger < grantedAt
    if grantedAt > 1, since < SequenceID(grantedAt), isPending {
      start = SequenceID(0, trigger: grantedAt)
    } else if since.trigger > grantedAt {
      // Another channel is being sent from its beginning; this one continues from that grant.
      start = SequenceID(since.trigger)
    }
    let rows =
      channel == ChannelName.star
      ? try allEntries(since: start, limit: limit)
      : try entries(channel, since: start, limit: limit)
    return rows.map { row in
      var row = row
      if row.sequence.sequence < start.trigger { row.sequence.trigger = start.trigger }
      return row
    }
  }

  private func allEntries(since: SequenceID, limit: Int) throws -> [ChangeRow] {
    try store.query(
      """
      SELECT sequence, id, deleted, revision FROM documents WHERE sequence > ?
      ORDER BY sequence LIMIT ?
      """, binding: [SQLiteValue(since.sequence), SQLiteValue(limit)]
    ).map { row in
      ChangeRow(
        sequence: SequenceID(row[0].integer ?? 0), id: row[1].text ?? "",
        isDeleted: row[2].integer == 1, isStillVisible: true, revisions: [row[3].text ?? ""])
    }
  }

  private func entries(
    _ channel: String, since: SequenceID, limit: Int
  ) throws -> [ChangeRow] {
    try store.query(
      """
      SELECT coalesce(m.removed_sequence, d.sequence) AS position, d.id,
      coalesce(m.removed_deleted, d.deleted), coalesce(m.removed_revision, d.revision),
      m.removed_sequence IS NOT NULL
      FROM memberships m JOIN documents d ON d.id = m.document
      WHERE m.channel = ? AND position > ? ORDER BY position LIMIT ?
      """, binding: [.text(channel), SQLiteValue(since.sequence), SQLiteValue(limit)]
    ).map { row in
      let isRemoved = row[4].integer == 1
      return ChangeRow(
        sequence: SequenceID(row[0].integer ?? 0), id: row[1].text ?? "",
        isDeleted: row[2].integer == 1, removed: isRemoved ? [channel] : [],
        isStillVisible: !isRemoved, revisions: [row[3].text ?? ""])
    }
  }

  /// Merges rows: the same change in several channels is one row.
  private func merge(_ row: ChangeRow, into rows: inout [SequenceID: ChangeRow]) {
    guard var known = rows[row.sequence] else {
      rows[row.sequence] = row
      return
    }
    known.removed.formUnion(row.removed)
    known.isStillVisible = known.isStillVisible || row.isStillVisible
    rows[row.sequence] = known
  }

  /// Returns a row with conflicts and document, if they are requested.
  private func completed(
    _ row: ChangeRow, request: ChangesRequest, reader: User?
  ) throws -> ChangeRow {
    guard request.listsConflicts || request.includesDocuments, let first = row.revisions.first,
      let document = try document(row.id)
    else { return row }
    var row = row
    if request.listsConflicts {
      for leaf in document.tree.leaves where leaf.id != first {
        if !leaf.isDeleted { row.isDeleted = false }
        if !(request.isActiveOnly && leaf.isDeleted) { row.revisions.append(leaf.id) }
      }
    }
    if request.includesDocuments { row.document = try? read(row.id, revision: first, by: reader) }
    return row
  }

  /// Returns the changes of certain documents (`sendChangesForDocIds`), each at its own sequence,
  /// regardless of how the reader got access to it.
  func changes(of ids: [String], request: ChangesRequest, for user: String?) throws -> [ChangeRow] {
    let reader = try user.flatMap { try self.user(named: $0) }
    var rows: [ChangeRow] = []
    for id in Set(ids) {
      guard let document = try? document(id), document.sequence > request.since.sequence,
        let row = row(of: document, since: request.since, for: reader)
      else { continue }
      rows.append(try completed(row, request: request, reader: reader))
    }
    rows.sort { $0.sequence < $1.sequence }
    return request.limit > 0 ? Array(rows.prefix(request.limit)) : rows
  }

  /// Returns a document's row for a reader; `nil` if the reader may not see it.
  private func row(
    of document: StoredDocument, since: SequenceID, for reader: User?
  ) -> ChangeRow? {
    var row = ChangeRow(
      sequence: SequenceID(document.sequence), id: document.id, isDeleted: document.isDeleted,
      isStillVisible: true, revisions: [document.revision])
    guard let reader, !reader.channels.contains(ChannelName.star) else { return row }
    var isVisible = false
    for (channel, membership) in document.memberships where reader.canSee(channel) {
      guard let removal = membership.removal else {
        isVisible = true
        continue
      }
      guard removal.sequence > since.sequence else { continue }
      isVisible = true
      row.removed.insert(channel)
      if removal.isDeletion { row.isDeleted = true }
    }
    return isVisible ? row : nil
  }

  /// Whether a feed that has sent everything up to a sequence must keep waiting.
  func isIdle(since sequence: Int) -> Bool { lastSequence <= sequence && state == .online }

  /// Waits until there is a sequence after this one, the database goes offline, or the task is
  /// cancelled.
  func waitForSequence(after sequence: Int) async {
    if !isIdle(since: sequence) || Task.isCancelled { return }
    nextWaiter += 1
    let waiter = nextWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiters[waiter] = continuation }
      }
    } onCancel: {
      Task { await self.cancelWaiting(waiter) }
    }
  }

  private func cancelWaiting(_ waiter: Int) {
    waiters.removeValue(forKey: waiter)?.resume()
  }
}
