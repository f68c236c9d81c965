public import DocgenJSON
public import Foundation

/// One revision of a document.
public struct Document: Sendable, Hashable {
  /// The document's ID.
  public let id: String
  /// The revision's ID.
  public let revision: RevisionID
  /// The properties of the body; no name starts with `_`.
  public let properties: JSONObject
  /// The attachments, by name.
  public let attachments: [String: Attachment]
  /// Whether this revision is a tombstone.
  public let isDeleted: Bool
  /// The sequence of the document's last change in this database.
  public let sequence: Int

  /// The value of a property; `nil` when there is none.
  public subscript(name: String) -> JSONValue? { properties[name] }

  /// Decodes the properties as a type of the app.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(JSONValue.object(properties).serialized().utf8))
  }
}

/// A document's metadata for one of its attachments; the bytes are read separately.
public struct Attachment: Sendable, Hashable {
  /// The media type; `nil` when unknown.
  public let contentType: String?
  /// `sha1-` and the Base64 of the bytes' SHA-1, which is the key of the stored bytes.
  public let digest: String
  /// The number of bytes.
  public let length: Int
  /// The generation of the revision that added it.
  public let generation: Int

  /// Parses one member of `_attachments`; `nil` when it has no digest.
  init?(_ stub: JSONValue) {
    guard let digest = stub["digest"]?.string else { return nil }
    self.digest = digest
    contentType = stub["content_type"]?.string
    length = stub["length"]?.integer ?? 0
    generation = stub["revpos"]?.integer ?? 1
  }

  init(contentType: String?, digest: String, length: Int, generation: Int) {
    self.contentType = contentType
    self.digest = digest
    self.length = length
    self.generation = generation
  }

  /// The member of `_attachments` that describes it.
  var stub: JSONValue {
    var stub: JSONObject = [
      "digest": .string(digest), "length": .integer(length), "revpos": .integer(generation),
      "stub": true,
    ]
    if let contentType { stub["content_type"] = .string(contentType) }
    return .object(stub)
  }
}

/// One change of a database: the document's state after it.
public struct DocumentChange: Sendable, Hashable {
  /// The position of the change in this database's order.
  public let sequence: Int
  /// The document's ID.
  public let id: String
  /// The winning revision.
  public let revision: RevisionID
  /// Whether the document has no live revision.
  public let isDeleted: Bool
  /// Whether several live revisions wait for a client to choose one.
  public let isConflicted: Bool
}
