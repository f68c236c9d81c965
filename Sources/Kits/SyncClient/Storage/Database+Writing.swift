public import DocgenJSON
public import Foundation

extension Database {
  /// Saves a document.
  ///
  /// The attachments of the replaced revision stay.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// let document = try await database.save(["title": "Lisbon"], as: "trip-1")
  /// print(document.revision.generation)
  /// ```
  ///
  /// ```output
  /// 1
  /// ```
  ///
  /// - Parameters:
  ///   - properties: the entire body.
  ///   - id: the document's ID.
  ///   - revision: the current revision to replace; `nil` for a new document, or one that has been
  ///     deleted.
  /// - Returns: the saved document.
  /// - Throws: `DatabaseError.conflict` when `revision` isn't current, and other `DatabaseError`s.
  @discardableResult
  public func save(
    _ properties: JSONObject, as id: String, replacing revision: RevisionID? = nil
  ) async throws -> Document {
    try await write { store in
      try store.put(
        properties, as: id, replacing: revision,
        attachments: try store.attachments(of: id, revision: revision), isDeleted: false)
    }
  }

  /// Saves a value of the app as a document.
  ///
  /// ```swift runnable
  /// struct Trip: Codable { var title: String }
  ///
  /// let database = try Database()
  /// try await database.save(encoding: Trip(title: "Lisbon"), as: "trip-1")
  /// print(try await database.document("trip-1")!.decoded(as: Trip.self).title)
  /// ```
  ///
  /// ```output
  /// Lisbon
  /// ```
  ///
  /// - Throws: the errors of `save(_:as:replacing:)`, and `DatabaseError.notAnObject` for a value
  ///   that isn't encoded as an object.
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

  /// Deletes a document: a tombstone replaces the revision, and replicates.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// let trip = try await database.save(["title": "Lisbon"], as: "trip-1")
  /// try await database.delete("trip-1", revision: trip.revision)
  /// print(try await database.document("trip-1") == nil)
  /// ```
  ///
  /// ```output
  /// true
  /// ```
  ///
  /// - Throws: `DatabaseError.conflict` when `revision` isn't current.
  @discardableResult
  public func delete(_ id: String, revision: RevisionID) async throws -> Document {
    try await write { store in
      try store.put([:], as: id, replacing: revision, attachments: [:], isDeleted: true)
    }
  }

  /// Adds an attachment to a document, or replaces the one of that name.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// let trip = try await database.save(["title": "Lisbon"], as: "trip-1")
  /// let document = try await database.attach(
  ///   Array("Tram 28".utf8), named: "note.txt", contentType: "text/plain", to: "trip-1",
  ///   replacing: trip.revision)
  /// print(document.attachments["note.txt"]!.length)
  /// ```
  ///
  /// ```output
  /// 7
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: the content; stored once, however many documents have it.
  ///   - name: the attachment's name.
  ///   - contentType: its media type.
  ///   - id: the document.
  ///   - revision: the current revision to replace; `nil` creates the document.
  /// - Throws: `DatabaseError.conflict` when `revision` isn't current.
  @discardableResult
  public func attach(
    _ bytes: [UInt8], named name: String, contentType: String, to id: String,
    replacing revision: RevisionID? = nil
  ) async throws -> Document {
    try await write { store in
      var attachments = try store.attachments(of: id, revision: revision)
      attachments[name] = Attachment(
        contentType: contentType, digest: try store.storeAttachment(bytes), length: bytes.count,
        generation: 0)
      return try store.put(
        try store.properties(of: id, revision: revision), as: id, replacing: revision,
        attachments: attachments, isDeleted: false)
    }
  }

  /// Removes an attachment from a document.
  ///
  /// - Throws: `DatabaseError.notFound` when the document has no attachment of that name, and
  ///   `DatabaseError.conflict` when `revision` isn't current.
  @discardableResult
  public func removeAttachment(
    named name: String, from id: String, replacing revision: RevisionID
  ) async throws -> Document {
    try await write { store in
      var attachments = try store.attachments(of: id, revision: revision)
      guard attachments.removeValue(forKey: name) != nil else {
        throw DatabaseError.notFound("attachment '\(name)'")
      }
      return try store.put(
        try store.properties(of: id, revision: revision), as: id, replacing: revision,
        attachments: attachments, isDeleted: false)
    }
  }

  /// Resolves a conflict: keeps one branch and deletes the others, in one transaction.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - revision: the live revision to keep, with its attachments.
  ///   - properties: a merged body to save on top of it; `nil` leaves the revision as it is.
  /// - Returns: the saved document.
  /// - Throws: `DatabaseError.conflict` when `revision` isn't one of the conflicting ones.
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
          attachments: try store.attachments(of: id, revision: revision), isDeleted: false)
      }
      return try store.existing(id, revision: revision)
    }
  }

  /// Removes a document without a tombstone: only in this database, and until it is pulled again.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// try await database.save([:], as: "a")
  /// print(try await database.purge("a"), try await database.documentCount)
  /// ```
  ///
  /// ```output
  /// true 0
  /// ```
  ///
  /// - Returns: whether it existed.
  /// - Throws: `DatabaseError.storage`.
  @discardableResult
  public func purge(_ id: String) async throws -> Bool {
    try await write { try $0.purge(id) }
  }
}

extension Store {
  /// Returns a revision with its body.
  fileprivate func existing(_ id: String, revision: RevisionID) throws -> Document {
    guard let stored = try document(id), let node = stored.tree[revision],
      let document = try stored.document(node)
    else { throw DatabaseError.conflict(id: id) }
    return document
  }

  /// Returns the attachments of the revision to replace.
  fileprivate func attachments(
    of id: String, revision: RevisionID?
  ) throws -> [String: Attachment] {
    try revision.map { try existing(id, revision: $0).attachments } ?? [:]
  }

  /// Returns the properties of the revision to replace.
  fileprivate func properties(of id: String, revision: RevisionID?) throws -> JSONObject {
    try revision.map { try existing(id, revision: $0).properties } ?? [:]
  }
}
