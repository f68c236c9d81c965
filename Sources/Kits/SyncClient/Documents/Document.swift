public import Foundation
public import JSON

/// A document as it was read: one revision of it.
public struct Document: Sendable, Hashable {
  /// The document's id.
  public let id: String
  /// The revision that was read.
  public let revision: RevisionID
  /// The members of the body; none of them begins with `_`.
  public let properties: JSONObject
  /// The attachments, by name.
  public let attachments: [String: Attachment]
  /// Whether this revision is a tombstone.
  public let isDeleted: Bool
  /// The sequence of the document's latest change in this database.
  public let sequence: Int

  /// The value of a property; `nil` when there is none.
  public subscript(name: String) -> JSONValue? { properties[name] }

  /// The properties as a value of a type of the app's own.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(JSONValue.object(properties).serialized().utf8))
  }
}

/// What a document says of one of its attachments; the bytes are read apart.
public struct Attachment: Sendable, Hashable {
  /// The media type; `nil` when nobody said.
  public let contentType: String?
  /// `sha1-` and the Base64 of the bytes' SHA-1, under which they are kept.
  public let digest: String
  /// How many bytes there are.
  public let length: Int
  /// The generation of the revision that brought it.
  public let generation: Int

  /// Reads one member of `_attachments`; `nil` when it names no digest.
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

  /// The member of `_attachments` that stands for it.
  var stub: JSONValue {
    var stub: JSONObject = [
      "digest": .string(digest), "length": .integer(length), "revpos": .integer(generation),
      "stub": true,
    ]
    if let contentType { stub["content_type"] = .string(contentType) }
    return .object(stub)
  }
}

/// One change of a database: what a document has become.
public struct DocumentChange: Sendable, Hashable {
  /// The place of the change in this database's order.
  public let sequence: Int
  /// The document's id.
  public let id: String
  /// The revision that a reader gets.
  public let revision: RevisionID
  /// Whether there is no live revision.
  public let isDeleted: Bool
  /// Whether several live revisions wait for somebody to choose.
  public let isConflicted: Bool
}
