import DocgenClocks
import DocgenJSON
import DocgenSQLite
import Foundation

extension GatewayDatabase {
  /// Creates or updates a document; the body's `_rev`, if there is one, must be a current
  /// revision's (`Put`, db/crud.go).
  ///
  /// - Returns: the new revision's id.
  func put(_ id: String, body: JSONObject, by user: User?) throws -> String {
    var body = body
    let expected = body["_rev"]?.string ?? ""
    guard RevisionID.generation(of: expected) >= 0 else {
      throw StorageError(.invalid, reason: "Invalid revision ID")
    }
    let expires = try DocumentExpiry.moment(of: body["_exp"], now: clock.now)
    body["_exp"] = nil
    // Before the transaction, in which the cache isn't updated.
    try purgeExpired()
    return try store.transaction {
      var document = try document(id) ?? StoredDocument(id: id)
      document.expires = expires
      let parent = try parent(matching: expected, in: document)
      let generation = RevisionID.generation(of: parent) + 1
      body = try storeAttachments(of: body, on: parent, in: document, generation: generation)
      let revision = RevisionID.make(
        generation: generation, parent: parent, body: body, profile: profile)
      body["_rev"] = .string(revision)
      document.tree.add(
        revision, parent: parent.isEmpty ? nil : parent,
        isDeleted: body["_deleted"]?.bool ?? false)
      try store(revision, body: body, in: &document, by: user)
      return revision
    }
  }

  /// Returns the parent of a new revision: the one that the body names, or a tombstone if it names
  /// none.
  private func parent(matching expected: String, in document: StoredDocument) throws -> String {
    if expected.isEmpty {
      if !document.revision.isEmpty, !document.isDeleted {
        throw StorageError(.conflict, reason: "Document exists")
      }
      return document.revision
    }
    guard document.tree.isLeaf(expected) else {
      throw StorageError(.conflict, reason: "Document revision conflict")
    }
    return expected
  }

  /// Adds a revision that exists elsewhere, with its ancestors' ids, the youngest first
  /// (`PutExistingRev`, db/crud.go).
  ///
  /// A revision that is already stored changes nothing.
  func putExisting(
    _ id: String, body: JSONObject, history: [String], by user: User?
  ) throws {
    guard let revision = history.first, RevisionID.generation(of: revision) > 0 else {
      throw StorageError(.invalid, reason: "Invalid revision ID")
    }
    var body = body
    let expires = try DocumentExpiry.moment(of: body["_exp"], now: clock.now)
    body["_exp"] = nil
    try purgeExpired()
    try store.transaction {
      var document = try document(id) ?? StoredDocument(id: id)
      document.expires = expires
      let known = history.firstIndex { document.tree.contains($0) } ?? history.count
      if known == 0 { return }
      var parent: String? = known < history.count ? history[known] : nil
      if !configuration.allowsConflicts,
        parent.map({ !document.tree.isLeaf($0) }) ?? false
          || parent == nil && !document.tree.isEmpty && !document.isDeleted
      {
        throw StorageError(.conflict, reason: "Document revision conflict")
      }
      for index in (0..<known).reversed() {
        let isDeleted = index == 0 && body["_deleted"]?.bool ?? false
        document.tree.add(history[index], parent: parent, isDeleted: isDeleted)
        parent = history[index]
      }
      body = try storeAttachments(
        of: body, on: document.tree[revision]?.parent ?? "", in: document,
        generation: RevisionID.generation(of: revision))
      body["_rev"] = .string(revision)
      body["_revisions"] = nil
      try store(revision, body: body, in: &document, by: user)
    }
  }

  /// Stores a revision, for both ways of writing (`updateDoc`, db/crud.go).
  private func store(
    _ revision: String, body: JSONObject, in document: inout StoredDocument, by user: User?
  ) throws {
    try Self.refuseSpecialProperties(body)
    let oldCurrent = document.revision
    document.revision = document.tree.winner?.id ?? revision
    var outcome = try decide(on: body, revision: revision, in: document, by: user)
    document.tree.setChannels(outcome.channels, of: revision)
    document.sequence = nextSequence()
    if document.revision != oldCurrent {
      if document.revision != revision,
        let current = try self.body(of: document.id, revision: document.revision)
      {
        // An older revision has become current again: its channels apply.
        outcome = try decide(on: current, revision: document.revision, in: document, by: user)
      }
      document.apply(outcome)
    }
    if let seconds = outcome.expiry {
      document.expires = try DocumentExpiry.moment(of: seconds, now: clock.now)
    }
    document.tree.prune(to: configuration.revsLimit)
    var stored = body
    for key in ["_id", "_rev"] { stored[key] = nil }
    try save(document, newRevision: revision, body: stored)
  }

  private static func refuseSpecialProperties(_ body: JSONObject) throws {
    if body["_removed"] != nil {
      throw StorageError(.missing, reason: "Document revision is not accessible")
    }
    let allowed: Set = ["_id", "_rev", "_deleted", "_attachments", "_revisions"]
    if body.keys.contains(where: { $0.hasPrefix("_") && !allowed.contains($0) }) {
      throw StorageError(
        .invalid,
        reason:
          "user defined top level properties beginning with '_' are not allowed in document body")
    }
  }

  /// Runs the sync function on a revision (`getChannelsAndAccess`, db/crud.go).
  private func decide(
    on body: JSONObject, revision: String, in document: StoredDocument, by user: User?
  ) throws -> SyncOutcome {
    guard let syncFunction else { return try Self.defaultOutcome(body) }
    var new = body
    new["_id"] = .string(document.id)
    new["_rev"] = .string(revision)
    var old: JSONObject?
    for ancestor in document.tree.history(of: revision).dropFirst() where old == nil {
      old = try self.body(of: document.id, revision: ancestor)
    }
    return try syncFunction.run(new, old: old, by: user)
  }

  /// Returns the channels in the property `channels`, for a database without a sync function.
  private static func defaultOutcome(_ body: JSONObject) throws -> SyncOutcome {
    var channels: Set<String> = []
    switch body["channels"] {
    case .string(let name): channels = [name]
    case .array(let names): channels = Set(names.compactMap(\.string))
    default: break
    }
    if let name = channels.sorted().first(where: { !ChannelName.isValid($0) }) {
      throw StorageError(.invalid, reason: "Illegal channel name \"\(name)\"")
    }
    return SyncOutcome(channels: channels)
  }
}
