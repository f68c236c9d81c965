import DocgenHashing
import DocgenJSON
import DocgenSQLite
import Foundation

extension GatewayDatabase {
  /// Stores the attachments of a body and replaces them with stubs (`storeAttachments`,
  /// db/attachment.go).
  ///
  /// - Parameters:
  ///   - body: the new body.
  ///   - parent: the revision that the body replaces; empty for none.
  ///   - document: the document.
  ///   - generation: the generation of the new revision.
  func storeAttachments(
    of body: JSONObject, on parent: String, in document: StoredDocument, generation: Int
  ) throws -> JSONObject {
    guard let attachments = body["_attachments"] else { return body }
    guard let attachments = attachments.object else {
      throw StorageError(.invalid, reason: "Invalid _attachments")
    }
    var inherited: JSONObject?
    var stored = JSONObject()
    for (name, value) in attachments.members {
      guard let meta = value.object else {
        throw StorageError(.invalid, reason: "Invalid _attachments")
      }
      if let data = meta["data"] {
        stored[name] = try store(data, meta: meta, generation: generation)
        continue
      }
      let quoted = JSONValue.string(name).serialized()
      guard meta["stub"]?.bool == true else {
        throw StorageError(.invalid, reason: "Missing data of attachment \(quoted)")
      }
      guard (meta["revpos"]?.integer ?? 1) >= 1 else {
        throw StorageError(.invalid, reason: "Missing/invalid revpos in stub attachment \(quoted)")
      }
      if inherited == nil, let ancestor = try bodyOfNearestAncestor(parent, in: document) {
        inherited = ancestor["_attachments"]?.object
      }
      if let existing = inherited?[name] {
        stored[name] = existing
      } else if let digest = meta["digest"]?.string, try attachment(digest) != nil {
        stored[name] = value
      } else {
        // The original accepts an unknown digest, and fails when the attachment is read.
        throw meta["digest"] == nil
          ? StorageError(.invalid, reason: "Missing digest in stub attachment \(quoted)")
          : StorageError.missing
      }
    }
    var body = body
    body["_attachments"] = .object(stored)
    return body
  }

  private func bodyOfNearestAncestor(
    _ revision: String, in document: StoredDocument
  ) throws -> JSONObject? {
    for id in document.tree.history(of: revision) {
      if let body = try body(of: document.id, revision: id) { return body }
    }
    return nil
  }

  private func store(_ data: JSONValue, meta: JSONObject, generation: Int) throws -> JSONValue {
    guard let text = data.string, let bytes = Data(base64Encoded: text) else {
      throw StorageError(.invalid, reason: "Invalid attachment data")
    }
    let digest = try storeAttachment(Array(bytes))
    // Other members of the client's description are discarded.
    var stub: JSONObject = [
      "stub": true, "digest": .string(digest), "revpos": .integer(generation),
    ]
    if case .string(let type)? = meta["content_type"] { stub["content_type"] = .string(type) }
    if let encoding = meta["encoding"], encoding != .null {
      stub["encoding"] = encoding
      stub["encoded_length"] = .integer(bytes.count)
      if let length = meta["length"]?.integer { stub["length"] = .integer(length) }
    } else {
      stub["length"] = .integer(bytes.count)
    }
    return .object(stub)
  }

  /// Stores bytes under their digest, `sha1-` and Base64; returns the digest.
  func storeAttachment(_ bytes: [UInt8]) throws -> String {
    let digest = "sha1-" + Data(Digest.sha1.hash(bytes)).base64EncodedString()
    try store.execute(
      "INSERT OR IGNORE INTO attachments (digest, data) VALUES (?, ?)",
      binding: [.text(digest), .blob(bytes)])
    return digest
  }

  func attachment(_ digest: String) throws -> [UInt8]? {
    try store.first("SELECT data FROM attachments WHERE digest = ?", binding: [.text(digest)])?[0]
      .blob
  }
}
