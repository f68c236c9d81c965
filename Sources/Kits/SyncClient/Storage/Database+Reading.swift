import JSON

extension Database {
  /// A document as its winning revision has it; `nil` when there is none, or it is deleted.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func document(_ id: String) async throws -> Document? {
    try await read { store in
      guard let stored = try store.document(id), let winner = stored.tree.winner, winner.isLive
      else { return nil }
      return try stored.document(winner)
    }
  }

  /// One revision of a document, tombstones included; `nil` when it isn't there, or its body has been
  /// forgotten, as that of every replaced revision is.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func document(_ id: String, revision: RevisionID) async throws -> Document? {
    try await read { store in
      guard let stored = try store.document(id), let place = stored.tree[revision] else {
        return nil
      }
      return try stored.document(place)
    }
  }

  /// The ids of the documents that are not deleted, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - id: begin behind this one.
  ///   - limit: the most to give.
  /// - Throws: `DatabaseError.storage`.
  public func documentIDs(after id: String = "", limit: Int = .max) async throws -> [String] {
    try await read { try $0.liveIDs(after: id, limit: limit) }
  }

  /// How many documents are not deleted.
  public var documentCount: Int {
    get async throws { try await read { try $0.liveCount() } }
  }

  /// The ids of a revision and its ancestors, the youngest first; empty when it isn't known.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func history(of id: String, revision: RevisionID) async throws -> [RevisionID] {
    try await read { try $0.document(id)?.tree.history(of: revision) ?? [] }
  }

  /// The live revisions of a document that somebody has to choose among, the winner first; empty when
  /// there is nothing to choose.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func conflicts(of id: String) async throws -> [Document] {
    try await read { store in
      guard let stored = try store.document(id) else { return [] }
      let live = stored.tree.liveLeaves
      return live.count > 1 ? try live.compactMap { try stored.document($0) } : []
    }
  }

  /// The bytes of an attachment.
  ///
  /// - Throws: `DatabaseError.notFound` when they have been freed, `DatabaseError.storage`.
  public func data(of attachment: Attachment) async throws -> [UInt8] {
    try await read { store in
      guard let bytes = try store.attachment(attachment.digest) else {
        throw DatabaseError.notFound("attachment \(attachment.digest)")
      }
      return bytes
    }
  }
}
