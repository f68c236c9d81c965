import DocgenJSON
import DocgenSQLite

extension GatewayDatabase {
  /// Removes documents with all their revisions, without tombstones (`_purge`).
  ///
  /// - Returns: the ids of the documents that existed.
  func purge(_ ids: [String]) throws -> [String] {
    try store.transaction {
      try ids.filter { id in
        guard try document(id) != nil else { return false }
        try remove(id)
        return true
      }
    }
  }

  /// Removes the bodies of replaced revisions; returns how many (`Compact`).
  func compact() throws -> Int {
    try store.execute(
      "UPDATE revisions SET body = NULL WHERE superseded IS NOT NULL AND body IS NOT NULL")
  }

  /// Returns the number of documents that aren't deleted.
  func documentCount() throws -> Int {
    try purgeExpired()
    return try store.first("SELECT count(*) FROM documents WHERE deleted = 0")?[0].integer ?? 0
  }

  /// Returns a document with all the gateway's metadata in `_sync` (`handleGetRawDoc`).
  ///
  /// - Parameter includesBody: whether to include the document's own members.
  func raw(_ id: String, includesBody: Bool) throws -> JSONObject {
    guard let document = try document(id) else { throw StorageError.missing }
    var raw = JSONObject()
    if includesBody, let body = try body(of: id, revision: document.revision) { raw = body }
    raw["_sync"] = .object(RawDocument.metadata(of: document))
    return raw
  }
}
