import DocgenJSON
import DocgenSQLite

extension GatewayDatabase {
  /// Returns a design document (`GetDesignDoc`, db/design_doc.go).
  func design(_ name: String) throws -> JSONObject {
    let row = try store.first("SELECT body FROM designs WHERE name = ?", binding: [.text(name)])
    guard let text = row?[0].text, let body = try JSONParser.parse(text).object else {
      throw StorageError.missing
    }
    return body
  }

  /// Stores a design document whose views all compile.
  func putDesign(_ name: String, body: JSONObject) throws {
    for (view, definition) in body["views"]?.object?.members ?? [] {
      guard let map = definition["map"]?.string else {
        throw StorageError(.invalid, reason: "the view '\(view)' has no 'map'")
      }
      _ = try ViewFunction(map)
      _ = try reduce(of: definition)
    }
    try store.execute(
      "INSERT OR REPLACE INTO designs (name, body) VALUES (?, ?)",
      binding: [.text(name), .text(JSONValue.object(body).serialized())])
  }

  func deleteDesign(_ name: String) throws {
    if try store.execute("DELETE FROM designs WHERE name = ?", binding: [.text(name)]) == 0 {
      throw StorageError.missing
    }
  }

  /// Returns the rows of a view (`QueryDesignDoc`, db/design_doc.go).
  ///
  /// There is no index: each request runs the map function on all documents.
  func rows(ofView view: String, in design: String, query: ViewQuery) throws -> [ViewRow] {
    guard let definition = try self.design(design)["views"]?[view],
      let source = definition["map"]?.string
    else { throw StorageError.missing }
    let map = try ViewFunction(source)
    try purgeExpired()
    var rows: [ViewRow] = []
    let documents = try store.query(
      """
      SELECT documents.id, revisions.id, revisions.body FROM documents JOIN revisions
      ON revisions.document = documents.id AND revisions.id = documents.revision
      WHERE documents.deleted = 0 ORDER BY documents.id
      """)
    for row in documents {
      guard let id = row[0].text, let revision = row[1].text, let text = row[2].text,
        let body = try JSONParser.parse(text).object
      else { continue }
      rows += try map.rows(of: id, revision: revision, body: body)
    }
    return try query.apply(to: rows, reduce: try reduce(of: definition))
  }

  private func reduce(of definition: JSONValue) throws -> ViewReduce? {
    guard let name = definition["reduce"]?.string, !name.isEmpty else { return nil }
    guard let reduce = ViewReduce(rawValue: name) else {
      let known = ViewReduce.allCases.map(\.rawValue).joined(separator: ", ")
      throw StorageError(.invalid, reason: "this mock's limit: 'reduce' must be one of \(known)")
    }
    return reduce
  }
}
