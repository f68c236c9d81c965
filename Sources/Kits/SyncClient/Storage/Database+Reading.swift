import DocgenJSON

extension Database {
  /// Returns the winning revision of a document; `nil` when there is none, or it is deleted.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func document(_ id: String) async throws -> Document? {
    try await read { store in
      guard let stored = try store.document(id), let winner = stored.tree.winner, winner.isLive
      else { return nil }
      return try stored.document(winner)
    }
  }

  /// Returns one revision of a document, tombstones included.
  ///
  /// `nil` when it doesn't exist, or its body is no longer stored, as after it has been replaced.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func document(_ id: String, revision: RevisionID) async throws -> Document? {
    try await read { store in
      guard let stored = try store.document(id), let node = stored.tree[revision] else {
        return nil
      }
      return try stored.document(node)
    }
  }

  /// Returns the IDs of the documents that aren't deleted, in byte order.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// for id in ["b", "a", "c"] { try await database.save([:], as: id) }
  /// print(try await database.documentIDs(after: "a", limit: 1))
  /// ```
  ///
  /// ```output
  /// ["b"]
  /// ```
  ///
  /// - Parameters:
  ///   - id: the ID to start after.
  ///   - limit: the maximum number of IDs.
  /// - Throws: `DatabaseError.storage`.
  public func documentIDs(after id: String = "", limit: Int = .max) async throws -> [String] {
    try await read { try $0.liveIDs(after: id, limit: limit) }
  }

  /// The number of documents that aren't deleted.
  public var documentCount: Int {
    get async throws { try await read { try $0.liveCount() } }
  }

  /// Returns the IDs of a revision and its ancestors, the youngest first; empty when unknown.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func history(of id: String, revision: RevisionID) async throws -> [RevisionID] {
    try await read { try $0.document(id)?.tree.history(of: revision) ?? [] }
  }

  /// Returns the live revisions of a document in conflict, the winner first; empty without a
  /// conflict.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func conflicts(of id: String) async throws -> [Document] {
    try await read { store in
      guard let stored = try store.document(id) else { return [] }
      let live = stored.tree.liveLeaves
      return live.count > 1 ? try live.compactMap { try stored.document($0) } : []
    }
  }

  /// Returns the bytes of an attachment.
  ///
  /// - Throws: `DatabaseError.notFound` when they have been deleted, `DatabaseError.storage`.
  public func data(of attachment: Attachment) async throws -> [UInt8] {
    try await read { store in
      guard let bytes = try store.attachment(attachment.digest) else {
        throw DatabaseError.notFound("attachment \(attachment.digest)")
      }
      return bytes
    }
  }
}
