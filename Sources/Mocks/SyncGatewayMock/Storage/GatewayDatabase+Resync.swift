import DocgenJSON
import DocgenSQLite

/// A run of the sync function on every document (`_resync`; rest/api.go, db/database.go).
struct Resync: Sendable {
  /// The state of the run (db/background_mgr.go).
  enum Status: String {
    case running, completed, stopping, stopped, error
  }

  var status = Status.stopped
  /// The number of documents that the function has been run on.
  var processed = 0
  /// The number of documents whose channels or grants have changed.
  var changed = 0
  /// The error that stopped the run; empty for none.
  var lastError = ""
}

extension GatewayDatabase {
  /// The number of documents to process before other requests are handled.
  private static let batch = 10

  /// Starts a resync in the background; the database must be offline.
  ///
  /// - Returns: the initial state, and the task that ends when the resync is done.
  func beginResync() throws(StorageError) -> (Resync, Task<Void, Never>) {
    switch state {
    case .offline: break
    case .resyncing:
      let words = profile == .v1_5 ? "is already in progress" : "already in progress"
      throw StorageError(.unavailable, reason: "Database _resync \(words)")
    case .online:
      throw StorageError(.unavailable, reason: "Database must be _offline before calling /_resync")
    }
    setState(.resyncing)
    resync = Resync(status: .running)
    let work = Task { await runResync() }
    resyncTask = work
    return (resync, work)
  }

  /// Requests that the resync stop, which it does after its current batch of documents.
  func stopResync() throws(StorageError) -> Resync {
    guard state == .resyncing else {
      throw StorageError(.invalid, reason: "Database _resync is not running")
    }
    guard resync.status != .stopping else {
      throw StorageError(
        .unavailable, reason: "Process currently stopping. Wait until stopped to retry")
    }
    resync.status = .stopping
    return resync
  }

  /// Stops the resync, if there is one, and waits for its end, before the database is closed.
  func endResync() async {
    if resync.status == .running { resync.status = .stopping }
    await resyncTask?.value
  }

  private func runResync() async {
    do {
      let rows = try store.query("SELECT id FROM documents ORDER BY sequence")
      var ids = rows.compactMap { $0[0].text }[...]
      // The database may be removed in the meantime.
      while resync.status == .running, state == .resyncing, !ids.isEmpty {
        try resyncDocuments(ids.prefix(Self.batch))
        ids = ids.dropFirst(Self.batch)
        await Task.yield()
      }
      resync.status = ids.isEmpty ? .completed : .stopped
    } catch {
      resync.status = .error
      resync.lastError = "\(error)"
    }
    resyncTask = nil
    if state == .resyncing { setState(.offline) }
  }

  private func resyncDocuments(_ ids: some Sequence<String>) throws {
    var progress = resync
    try store.transaction {
      for id in ids {
        guard var document = try document(id) else { continue }
        progress.processed += 1
        if try resync(&document) { progress.changed += 1 }
      }
    }
    resync = progress
  }

  /// Runs the sync function on the current revision (`UpdateAllDocChannels`).
  ///
  /// A document retains its sequence, so that readers who are past it see the change only when they start
  /// again. A document that the function refuses loses all channels and grants.
  private func resync(_ document: inout StoredDocument) throws -> Bool {
    guard var body = try body(of: document.id, revision: document.revision) else { return false }
    if document.isDeleted { body["_deleted"] = true }
    let decided =
      (try? decide(on: body, revision: document.revision, in: document, by: nil)) ?? SyncOutcome()
    let before = document
    document.tree.setChannels(decided.channels, of: document.revision)
    document.apply(decided)
    guard
      document.memberships != before.memberships || document.access != before.access
        || document.roles != before.roles
    else { return false }
    try save(document, newRevision: document.revision, body: body)
    return true
  }
}
