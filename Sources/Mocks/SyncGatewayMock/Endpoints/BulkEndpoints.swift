import DocgenClocks
import DocgenHTTPServer
import DocgenJSON

/// Requests that write, read or compare several documents (rest/bulk_api.go, rest/changes_api.go).
enum BulkEndpoints {
  static let routes: [Route] = [
    Route(["POST"], "/{db}/_bulk_docs", bulkDocuments),
    Route(["POST"], "/{db}/_bulk_get", bulkGet),
    Route(["POST"], "/{db}/_revs_diff", revisionsDifference),
  ]

  // MARK: _bulk_docs

  static func bulkDocuments(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let body = try context.bodyObject()
    guard let documents = body["docs"]?.array else {
      throw GatewayError(400, reason: "missing 'docs' property")
    }
    let isNew = body["new_edits"]?.bool ?? true
    let objects = try documents.map { document throws(GatewayError) in
      guard let object = document.object else { throw .badJSON }
      return object
    }
    func isLocal(_ document: JSONObject) -> Bool {
      document["_id"]?.string?.hasPrefix("_local/") ?? false
    }
    var rows: [JSONValue] = []
    // Local documents come last, regardless of their position.
    for document in objects.filter({ !isLocal($0) }) + objects.filter(isLocal) {
      // A document may grant what the next one needs.
      if let user = context.user, let updated = try await database.user(named: user.name) {
        context.user = updated
      }
      rows.append(await written(document, isNew: isNew, context: context, database: database))
    }
    return try context.json(.array(rows), status: 201)
  }

  private static func written(
    _ document: JSONObject, isNew: Bool, context: RequestContext, database: GatewayDatabase
  ) async -> JSONValue {
    var id = document["_id"]?.string ?? ""
    do {
      let revision: String
      if id.hasPrefix("_local/") {
        revision = try await database.putLocal(String(id.dropFirst(7)), body: document)
      } else if isNew {
        if id.isEmpty {
          if document["_rev"] != nil {
            throw GatewayError(404, reason: "No previous revision to replace")
          }
          id = context.services.random.hex(bytes: 16)
        }
        revision = try await database.put(id, body: document, by: context.user)
      } else {
        guard let history = RevisionHistory.parse(document) else {
          throw GatewayError(400, reason: "Bad _revisions")
        }
        revision = history[0]
        try await database.putExisting(id, body: document, history: history, by: context.user)
      }
      return ["id": .string(id), "rev": .string(revision)]
    } catch {
      var row = GatewayError(error).row
      if !id.isEmpty { row["id"] = .string(id) }
      return .object(row)
    }
  }

  // MARK: _bulk_get

  static func bulkGet(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    guard let wanted = try context.bodyObject()["docs"]?.array else {
      throw GatewayError(400, reason: "missing 'docs' property")
    }
    // There is no JSON form; PouchDB detects that by this status.
    guard context.accepts("multipart/") else {
      throw GatewayError(406, reason: "Response is multipart")
    }
    var rows: [Result<JSONObject, PartError>] = []
    for item in wanted {
      rows.append(await part(item, context: context, database: database))
    }
    return context.bulkMultipart.mixed(rows)
  }

  private static func part(
    _ item: JSONValue, context: RequestContext, database: GatewayDatabase
  ) async -> Result<JSONObject, PartError> {
    let id = item["id"]?.string ?? ""
    let revision = item["rev"]?.string ?? ""
    do {
      if id.isEmpty { throw GatewayError(400, reason: "Invalid doc/rev ID in _bulk_get") }
      let since = item["atts_since"]?.array?.compactMap(\.string)
      var options = ReadingOptions()
      if context.flag("revs") {
        options.historyLimit = Int(context.query("revs_limit")) ?? .max
        options.knownRevisions =
          item["revs_from"]?.array?.compactMap(\.string) ?? since ?? []
      }
      if context.flag("attachments") { options.attachmentsSince = since ?? [] }
      return .success(
        try await database.read(id, revision: revision, options: options, by: context.user))
    } catch {
      var body = GatewayError(error).row
      body["id"] = .string(id)
      if !revision.isEmpty { body["rev"] = .string(revision) }
      return .failure(PartError(body: body))
    }
  }

  // MARK: _revs_diff

  static func revisionsDifference(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    var rows: [String] = []
    for (id, value) in try context.bodyObject().members {
      guard let revisions = value.strings else { throw GatewayError.badJSON }
      guard let row = try await database.missingRevisions(revisions, of: id) else { continue }
      rows.append(
        "\(JSONValue.string(id).serialized()):\(row.serialized(escapesHTML: true))\n")
    }
    return .plain("{\(rows.joined(separator: ",\n"))}")
  }
}
