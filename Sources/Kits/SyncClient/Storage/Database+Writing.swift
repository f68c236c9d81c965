public import Foundation
public import JSON

extension Database {
  /// Writes a document.
  ///
  /// Attachments of the replaced revision stay.
  ///
  /// - Parameters:
  ///   - properties: the whole body.
  ///   - id: the document's id.
  ///   - revision: the current revision that this one replaces; `nil` for a new document, or one that
  ///     has been deleted.
  /// - Returns: the document as it now is.
  /// - Throws: `DatabaseError.conflict` when `revision` is not current, and other `DatabaseError`s.
  @discardableResult
  public func save(
    _ properties: JSONObject, as id: String, replacing revision: RevisionID? = nil
  ) async throws -> Document {
    try await write { store in
      try store.put(
        properties, as: id, replacing: revision,
        attachments: try store.attachments(of: id, revision), isDeleted: false)
    }
  }

  /// Writes a value of the app's own as a document.
  ///
  /// - Throws: as `save(_:as:replacing:)`, and `DatabaseError.notAnObject` for a value that is not
  ///   encoded as an object.
  @discardableResult
  public func save(
    encoding value: some Encodable, as id: String, replacing revision: RevisionID? = nil,
    with encoder: JSONEncoder = JSONEncoder()
  ) async throws -> Document {
    guard let properties = try? JSONParser.parse(Array(try encoder.encode(value))).object else {
      throw DatabaseError.notAnObject
    }
    return try await save(properties, as: id, replacing: revision)
  }

  /// Deletes a document: its tombstone replaces the revision, and replicates.
  ///
  /// - Throws: `DatabaseError.conflict` when `revision` is not current.
  @discardableResult
  public func delete(_ id: String, revision: RevisionID) async throws -> Document {
    try await write { store in
      try store.put([:], as: id, replacing: revision, attachments: [:], isDeleted: true)
    }
  }

  /// Adds an attachment to a document, or replaces the one of that name.
  ///
  /// - Parameters:
  ///   - bytes: what to attach; kept once, however many documents have it.
  ///   - name: the attachment's name.
  ///   - contentType: its media type.
  ///   - id: the document.
  ///   - revision: the current revision to replace; `nil` makes the document.
  /// - Throws: `DatabaseError.conflict` when `revision` is not current.
  @discardableResult
  public func attach(
    _ bytes: [UInt8], named name: String, contentType: String, to id: String,
    replacing revision: RevisionID? = nil
  ) async throws -> Document {
    try await write { store in
      var attachments = try store.attachments(of: id, revision)
      attachments[name] = Attachment(
        contentType: contentType, digest: try store.storeAttachment(bytes), length: bytes.count,
        generation: 0)
      return try store.put(
        try store.properties(of: id, revision), as: id, replacing: revision,
        attachments: attachments, isDeleted: false)
    }
  }

  /// Takes an attachment away from a document.
  ///
  /// - Throws: `DatabaseError.notFound` when the document has none of that name, and
  ///   `DatabaseError.conflict` when `revision` is not current.
  @discardableResult
  public func removeAttachment(
    named name: String, from id: String, replacing revision: RevisionID
  ) async throws -> Document {
    try await write { store in
      var attachments = try store.attachments(of: id, revision)
      guard attachments.removeValue(forKey: name) != nil else {
        throw DatabaseError.notFound("attachment '\(name)'")
      }
      return try store.put(
        try store.properties(of: id, revision), as: id, replacing: revision,
        attachments: attachments, isDeleted: false)
    }
  }

  /// Ends a conflict: one branch goes on, the others are deleted, in one transaction.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - revision: the live revision whose branch goes on; its attachments stay.
  ///   - properties: a merged body to write on top of it; `nil` leaves it as it is.
  /// - Returns: the document as it now is.
  /// - Throws: `DatabaseError.conflict` when `revision` is not one of those to choose among.
  @discardableResult
  public func resolve(
    _ id: String, keeping revision: RevisionID, with properties: JSONObject? = nil
  ) async throws -> Document {
    try await write { store in
      let live = try store.document(id)?.tree.liveLeaves.map(\.id) ?? []
      guard live.contains(revision) else { throw DatabaseError.conflict(id: id) }
      for loser in live where loser != revision {
        _ = try store.put([:], as: id, replacing: loser, attachments: [:], isDeleted: true)
      }
      if let properties {
        return try store.put(
          properties, as: id, replacing: revision,
          attachments: try store.attachments(of: id, revision), isDeleted: false)
      }
      return try store.existing(id, revision)
    }
  }

  /// Forgets a document without a tombstone: only here, and until it is pulled again.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError.storage`.
  @discardableResult
  public func purge(_ id: String) async throws -> Bool {
    try await write { try $0.purge(id) }
  }
}

extension Store {
  /// A revision with its body.
  fileprivate func existing(_ id: String, _ revision: RevisionID) throws -> Document {
    guard let stored = try document(id), let place = stored.tree[revision],
      let document = try stored.document(place)
    else { throw DatabaseError.conflict(id: id) }
    return document
  }

  /// The attachments of the revision that is about to be replaced.
  fileprivate func attachments(
    of id: String, _ revision: RevisionID?
  ) throws -> [String: Attachment] {
    try revision.map { try existing(id, $0).attachments } ?? [:]
  }

  /// The properties of the revision that is about to be replaced.
  fileprivate func properties(of id: String, _ revision: RevisionID?) throws -> JSONObject {
    try revision.map { try existing(id, $0).properties } ?? [:]
  }
}
