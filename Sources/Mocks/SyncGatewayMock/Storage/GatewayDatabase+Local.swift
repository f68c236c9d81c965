import DocgenJSON
import DocgenSQLite

extension GatewayDatabase {
  /// Returns a `_local` document with its `_rev`; `nil` if there is none.
  func local(_ id: String) throws -> JSONObject? {
    let row = try store.first(
      "SELECT body, revision FROM local_documents WHERE id = ?", binding: [.text(id)])
    guard let row, var body = try row[0].text.map({ try JSONParser.parse($0) })?.object else {
      return nil
    }
    body["_rev"] = .string(row[1].text ?? "")
    return body
  }

  /// Stores a `_local` document, whose `_rev` must be the current one (db/special_docs.go).
  ///
  /// - Returns: the new revision, `0-N`.
  func putLocal(_ id: String, body: JSONObject) throws -> String {
    let expected = body["_rev"]?.string ?? ""
    try matchLocal(id, expected: expected)
    let revision = "0-\((Int(expected.dropFirst(2)) ?? 0) + 1)"
    var stored = body
    for key in ["_rev", "_id"] { stored[key] = nil }
    try store.execute(
      "INSERT OR REPLACE INTO local_documents (id, revision, body) VALUES (?, ?, ?)",
      binding: [.text(id), .text(revision), .text(JSONValue.object(stored).serialized())])
    return revision
  }

  func deleteLocal(_ id: String, revision: String) throws {
    if try local(id) == nil {
      throw StorageError(.missing, reason: "No previous revision to replace")
    }
    try matchLocal(id, expected: revision)
    try store.execute("DELETE FROM local_documents WHERE id = ?", binding: [.text(id)])
  }

  private func matchLocal(_ id: String, expected: String) throws {
    guard let old = try local(id) else {
      if expected.isEmpty { return }
      throw StorageError(.missing, reason: "No previous revision to replace")
    }
    if old["_rev"]?.string != expected {
      throw StorageError(.conflict, reason: "Document update conflict")
    }
  }

  /// Returns the documents between two ids that aren't deleted, in the order of their ids.
  func documents(from start: String, to end: String) throws -> [StoredDocument] {
    try purgeExpired()
    let rows = try store.query(
      """
      SELECT id FROM documents WHERE deleted = 0 AND id >= ?1 AND (?2 = '' OR id <= ?2)
      ORDER BY id
      """, binding: [.text(start), .text(end)])
    return try rows.compactMap { try document($0[0].text ?? "") }
  }

  /// Returns what a replica that has these revisions should send; `nil` if there is nothing to send
  /// (`RevDiff`).
  func missingRevisions(_ ids: [String], of documentID: String) throws -> JSONValue? {
    guard Self.isValidDocumentID(documentID), let document = try document(documentID) else {
      return ["missing": .strings(ids)]
    }
    let missing = ids.filter { !document.tree.contains($0) }
    if missing.isEmpty { return nil }
    var possible: Set<String> = []
    for generation in missing.map(RevisionID.generation) where generation > 1 {
      for leaf in document.tree.leaves where !ids.contains(leaf.id) {
        let own = RevisionID.generation(of: leaf.id)
        if own < generation, own >= generation - 100 {
          possible.insert(leaf.id)
        } else if own == generation, let parent = leaf.parent {
          possible.insert(parent)
        }
      }
    }
    var row: JSONObject = ["missing": .strings(missing)]
    if !possible.isEmpty {
      row["possible_ancestors"] = .strings(possible.sorted())
    }
    return .object(row)
  }
}
