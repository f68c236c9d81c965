import DocgenClocks
import DocgenHTTPServer
import DocgenJSON

/// Requests for several documents (rest/bulk_api.go, rest/changes_api.go).
enum BulkEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD", "POST"], "/{db}/_all_docs", allDocuments),
    Route(["POST"], "/{db}/_bulk_docs", bulkDocuments),
    Route(["POST"], "/{db}/_bulk_get", bulkGet),
    Route(["POST"], "/{db}/_revs_diff", revisionsDifference),
  ]

  // MARK: _all_docs

  static func allDocuments(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let keys = try keys(context)
    let limit = Int(context.query("limit")) ?? 0
    var rows: [JSONValue] = []
    if let keys {
      for key in limit > 0 ? Array(keys.prefix(limit)) : keys {
        rows.append(try await namedRow(key, context: context, database: database))
      }
    } else {
      let range = (
        from: jsonString("startkey", context: context), to: jsonString("endkey", context: context)
      )
      for document in try await database.documents(from: range.from, to: range.to) {
        if limit > 0, rows.count == limit { break }
        guard let channels = visible(document, to: context.user) else { continue }
        var row = row(document, channels: channels, context: context)
        if context.flag("include_docs") {
          row["doc"] =
            JSONValue.object(
              try await database.read(
                document.id, revision: document.revision, options: options(context),
                by: context.user)
            ).sorted
        }
        rows.append(.object(ordered(row)))
      }
    }
    let lines = rows.map { $0.serialized(escapesHTML: true) + "\n" }.joined(separator: ",")
    let sequence = await database.lastSequence
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      text: "{\"rows\":[\n\(lines)],\n\"total_rows\":\(rows.count),\"update_seq\":\(sequence)}")
  }

  private static func options(_ context: RequestContext) -> ReadingOptions {
    var options = ReadingOptions()
    options.listsConflicts = context.flag("conflicts")
    return options
  }

  private static func keys(_ context: RequestContext) throws -> [String]? {
    let value: JSONValue?
    if context.request.method == "POST" {
      value = try context.bodyObject()["keys"]
      guard value?.array != nil else { throw GatewayError(400, reason: "Bad/missing keys") }
    } else {
      if context.query("keys").isEmpty { return nil }
      value = try? JSONParser.parse(context.query("keys"))
    }
    let strings = value?.array?.map(\.string)
    guard let strings, !strings.contains(nil) else { throw GatewayError(400, reason: "Bad keys") }
    return strings.compactMap(\.self)
  }

  /// Returns a parameter that may be a JSON string or plain text.
  private static func jsonString(_ name: String, context: RequestContext) -> String {
    let text = context.query(name)
    return (try? JSONParser.parse(text))?.string ?? text
  }

  /// Returns the channels of a document that a reader sees; `nil` if there are none.
  private static func visible(_ document: StoredDocument, to user: User?) -> [String]? {
    let channels = document.channels.sorted()
    guard let user else { return channels }
    let inherited = user.inheritedChannels
    if inherited.contains(ChannelName.star) { return channels }
    let visible = channels.filter { inherited.contains($0) }
    return visible.isEmpty ? nil : visible
  }

  private static func row(
    _ document: StoredDocument, channels: [String], context: RequestContext
  ) -> JSONObject {
    var value: JSONObject = ["rev": .string(document.revision)]
    if context.flag("channels"), !channels.isEmpty {
      value["channels"] = .array(channels.map { .string($0) })
    }
    if context.flag("access"), context.user == nil, let access = access(of: document) {
      value["access"] = access
    }
    var row: JSONObject = [
      "key": .string(document.id), "id": .string(document.id), "value": .object(value),
    ]
    if context.flag("update_seq") { row["update_seq"] = .integer(document.sequence) }
    return row
  }

  /// Returns the channels that a document grants, by user or role; `nil` for none.
  private static func access(of document: StoredDocument) -> JSONValue? {
    if document.access.isEmpty { return nil }
    let members = document.access.sorted { $0.key < $1.key }
    return .object(
      JSONObject(
        members.map { (key: $0.key, value: .array($0.value.names.map { .string($0) })) }))
  }

  /// Returns the members in the order of the original's structure.
  private static func ordered(_ row: JSONObject) -> JSONObject {
    let names = ["key", "id", "value", "doc", "update_seq", "error", "status"]
    return JSONObject(names.compactMap { name in row[name].map { (key: name, value: $0) } })
  }

  private static func namedRow(
    _ key: String, context: RequestContext, database: GatewayDatabase
  ) async throws -> JSONValue {
    func refusal(_ status: Int) -> JSONValue {
      let error = GatewayError(status, reason: "")
      return [
        "key": .string(key), "error": .string(error.couchName), "status": .integer(status),
      ]
    }
    do {
      guard let document = try await database.document(key) else { return refusal(404) }
      if document.isDeleted { return refusal(404) }
      guard let channels = visible(document, to: context.user) else { return refusal(403) }
      var row = row(document, channels: channels, context: context)
      if context.flag("include_docs") {
        row["doc"] =
          JSONValue.object(
            try await database.read(
              key, revision: document.revision, options: options(context), by: context.user)
          )
          .sorted
      }
      return .object(ordered(row))
    } catch let error as StorageError {
      return refusal(GatewayError(error).status)
    }
  }

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
      let error = GatewayError(error)
      var row: JSONObject = [
        "error": .string(error.couchName), "reason": .string(error.reason),
        "status": .integer(error.status),
      ]
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
      let error = GatewayError(error)
      var body: JSONObject = [
        "id": .string(id), "error": .string(error.couchName), "reason": .string(error.reason),
        "status": .integer(error.status),
      ]
      if !revision.isEmpty { body["rev"] = .string(revision) }
      return .failure(PartError(body: body))
    }
  }

  // MARK: _revs_diff

  static func revisionsDifference(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    var rows: [String] = []
    for (id, value) in try context.bodyObject().members {
      let revisions = value.array?.map(\.string) ?? [nil]
      guard !revisions.contains(nil) else { throw GatewayError.badJSON }
      let known = revisions.compactMap(\.self)
      guard let row = try await database.missingRevisions(known, of: id) else { continue }
      rows.append(
        "\(JSONValue.string(id).serialized()):\(row.serialized(escapesHTML: true))\n")
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
      text: "{\(rows.joined(separator: ",\n"))}")
  }
}
