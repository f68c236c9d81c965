import DocgenJSON

/// A document with its tree and the bodies of its leaves.
struct StoredDocument: Sendable {
  let id: String
  var sequence: Int
  var tree: RevisionTree
  /// The bodies of leaves, as JSON text with `_attachments` and without other members of the
  /// protocol.
  var bodies: [RevisionID: String]
  /// Whether the `bodies` table has rows of this document.
  var hasLosers = false

  init(newWithID id: String) {
    self.id = id
    sequence = 0
    tree = RevisionTree()
    bodies = [:]
  }

  init(
    id: String, sequence: Int, tree: RevisionTree, bodies: [RevisionID: String], hasLosers: Bool
  ) {
    self.id = id
    self.sequence = sequence
    self.tree = tree
    self.bodies = bodies
    self.hasLosers = hasLosers
  }

  /// Returns one leaf as a document; `nil` for a revision whose body isn't stored.
  func document(_ revision: RevisionTree.Revision) throws(DatabaseError) -> Document? {
    guard let text = bodies[revision.id] else { return nil }
    guard var properties = (try? JSONParser.parse(text))?.object else {
      throw .storage(code: 11, message: "the body of '\(id)' is damaged")
    }
    let attachments = Attachment.all(in: properties)
    properties["_attachments"] = nil
    return Document(
      id: id, revision: revision.id, properties: properties, attachments: attachments,
      isDeleted: !revision.isLive, sequence: sequence)
  }

  /// Returns the document's latest change.
  func change() -> DocumentChange? {
    let leaves = tree.leaves
    guard let winner = leaves.first else { return nil }
    return DocumentChange(
      sequence: sequence, id: id, revision: winner.id, isDeleted: !winner.isLive,
      isConflicted: leaves.count { $0.isLive } > 1)
  }
}

extension Attachment {
  /// Returns the attachments of a body, by name.
  static func all(in body: JSONObject) -> [String: Attachment] {
    guard let members = body["_attachments"]?.object?.members else { return [:] }
    return Dictionary(
      members.compactMap { name, stub in Attachment(stub).map { (name, $0) } }
    ) { first, _ in first }
  }

  /// Returns the `_attachments` member of a body.
  static func stubs(_ attachments: [String: Attachment]) -> JSONObject {
    JSONObject(attachments.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.stub) })
  }
}
