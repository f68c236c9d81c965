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
}
