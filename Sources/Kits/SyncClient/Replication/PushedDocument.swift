import DocgenJSON
import Foundation

/// A revision to send to the gateway.
struct PushedDocument: Sendable {
  let document: String
  let revision: RevisionID
  /// The JSON object for `_bulk_docs`.
  let text: String
  /// Whether it refers to attachments that the gateway is expected to have.
  let hasStubs: Bool

  /// Encodes a leaf; `nil` when its body isn't stored.
  ///
  /// - Parameters:
  ///   - known: revisions that the gateway has; the history stops at the first of them.
  ///   - sendsAll: whether to include the bytes of all attachments, not only of those added after a
  ///     known revision.
  ///   - attachment: returns the bytes for a digest.
  init?(
    _ leaf: RevisionTree.Revision, of stored: StoredDocument, known: Set<RevisionID>,
    sendsAll: Bool, attachment: (String) throws -> [UInt8]?
  ) throws {
    guard var body = stored.bodies[leaf.id] else { return nil }
    var history = stored.tree.history(of: leaf.id)
    let ancestor = history.firstIndex { known.contains($0) }
    if let ancestor { history = Array(history[...ancestor]) }
    var hasStubs = false
    if body.contains("\"_attachments\"") {
      let oldest = sendsAll ? 0 : ancestor == nil ? 0 : history.last?.generation ?? 0
      (body, hasStubs) = try Self.withAttachments(body, newerThan: oldest, attachment: attachment)
    }
    document = stored.id
    revision = leaf.id
    self.hasStubs = hasStubs
    let digests = history.map { "\"\($0.digest)\"" }.joined(separator: ",")
    var text = "{\"_id\":\(JSONValue.string(stored.id).serialized()),\"_rev\":\"\(leaf.id.text)\""
    text += ",\"_revisions\":{\"start\":\(leaf.id.generation),\"ids\":[\(digests)]}"
    if leaf.isDeleted { text += ",\"_deleted\":true" }
    // The body is an object without these members, so it continues after a comma.
    self.text = body == "{}" ? text + "}" : "\(text),\(body.dropFirst())"
  }

  /// Returns the body with the bytes of attachments that are newer than a generation.
  private static func withAttachments(
    _ text: String, newerThan generation: Int, attachment: (String) throws -> [UInt8]?
  ) throws -> (text: String, hasStubs: Bool) {
    guard var body = (try? JSONParser.parse(text))?.object,
      let attachments = body["_attachments"]?.object
    else { return (text, false) }
    var hasStubs = false
    var filled = JSONObject()
    for (name, value) in attachments.members {
      guard var stub = value.object, let known = Attachment(value),
        known.generation > generation, let bytes = try attachment(known.digest)
      else {
        hasStubs = true
        filled[name] = value
        continue
      }
      stub["stub"] = nil
      stub["data"] = .string(Data(bytes).base64EncodedString())
      filled[name] = .object(stub)
    }
    body["_attachments"] = .object(filled)
    return (JSONValue.object(body).serialized(), hasStubs)
  }
}
