import DocgenJSON

/// A revision from elsewhere, received by replication.
struct ReceivedRevision: Sendable {
  let id: String
  /// The revision and its ancestors, the youngest first.
  let history: [RevisionID]
  /// The body with `_attachments` as stubs, and without other members of the protocol.
  var body: JSONObject
  var isDeleted = false
  var isRemoved = false
  /// The bytes of attachments in the same response.
  var attachments: [[UInt8]] = []
}

extension Store {
  /// Adds a revision on top of a current one; call it inside `write`.
  ///
  /// - Parameters:
  ///   - parent: the leaf to replace; `nil` for a new document, or one that is deleted.
  ///   - attachments: the new revision's attachments; their bytes are already stored.
  func put(
    _ properties: JSONObject, as id: String, replacing parent: RevisionID?,
    attachments: [String: Attachment], isDeleted: Bool
  ) throws -> Document {
    try Self.check(id, properties: properties)
    var document = try document(id) ?? StoredDocument(newWithID: id)
    var parent = parent
    if let parent {
      guard document.tree.isLeaf(parent) else { throw DatabaseError.conflict(id: id) }
    } else if let winner = document.tree.winner {
      if winner.isLive { throw DatabaseError.conflict(id: id) }
      parent = winner.id
    }
    let generation = (parent?.generation ?? 0) + 1
    let stubs = Attachment.stubs(attachments.mapValues { $0.arrived(at: generation) })
    let revision = RevisionID.make(
      parent: parent, properties: properties, attachments: stubs, isDeleted: isDeleted)
    let node = RevisionTree.Revision(id: revision, parent: parent, isDeleted: isDeleted)
    document.tree.add(node)
    var body = properties
    if !stubs.isEmpty { body["_attachments"] = .object(stubs) }
    document.bodies[revision] = JSONValue.object(body).serialized()
    try save(&document)
    guard let saved = try document.document(node) else { throw DatabaseError.conflict(id: id) }
    return saved
  }

  private static func check(_ id: String, properties: JSONObject) throws(DatabaseError) {
    guard !id.isEmpty, id.utf8.count <= 250, !id.hasPrefix("_") else { throw .invalidID(id) }
    if let reserved = properties.keys.first(where: { $0.hasPrefix("_") }) {
      throw .reservedProperty(reserved)
    }
  }

  /// Adds revisions from elsewhere; known ones change nothing.
  ///
  /// Call it inside `write`.
  ///
  /// - Returns: the number of new ones.
  func insert(_ revisions: [ReceivedRevision]) throws -> Int {
    var count = 0
    for revision in revisions {
      guard let youngest = revision.history.first else { continue }
      var document = try document(revision.id) ?? StoredDocument(newWithID: revision.id)
      let isNew = document.tree.add(
        history: revision.history, isDeleted: revision.isDeleted, isRemoved: revision.isRemoved)
      guard isNew else { continue }
      for bytes in revision.attachments { _ = try storeAttachment(bytes) }
      document.bodies[youngest] = JSONValue.object(revision.body).serialized()
      try save(&document)
      count += 1
    }
    return count
  }

  /// Returns the revisions that this database lacks; call it inside `read` or `write`.
  ///
  /// - Parameter wanted: revisions by document. A revision that is known only as removed counts as
  ///   missing, unless `wanted` marks it as removed too.
  /// - Returns: the missing revisions, with known revisions that may be their ancestors.
  func missing(_ wanted: [WantedRevision]) throws -> [MissingRevision] {
    var missing: [MissingRevision] = []
    for wanted in wanted {
      let tree = try document(wanted.document)?.tree
      if let known = tree?[wanted.revision], !known.isRemoved || wanted.isRemoved { continue }
      let ancestors = (tree?.revisions.keys).map(Array.init) ?? []
      missing.append(
        MissingRevision(
          document: wanted.document, revision: wanted.revision,
          knownAncestors: ancestors.filter { $0.generation < wanted.revision.generation }
            .sorted(by: >).prefix(10).map(\.self)))
    }
    return missing
  }
}

/// A revision that the gateway has.
struct WantedRevision: Sendable, Hashable {
  let document: String
  let revision: RevisionID
  /// Whether this revision removes the document from a channel.
  var isRemoved = false
}

/// A revision that this database doesn't have.
struct MissingRevision: Sendable, Hashable {
  let document: String
  let revision: RevisionID
  /// Older known revisions, the youngest first; at most ten.
  let knownAncestors: [RevisionID]
}

extension Attachment {
  /// Returns the attachment with the new revision's generation, if it is new.
  ///
  /// Generation 0 marks a new attachment.
  fileprivate func arrived(at generation: Int) -> Attachment {
    guard self.generation == 0 else { return self }
    return Attachment(
      contentType: contentType, digest: digest, length: length, generation: generation)
  }
}
