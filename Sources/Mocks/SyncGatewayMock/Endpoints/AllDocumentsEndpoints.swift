import DocgenHTTPServer
import DocgenJSON

/// `_all_docs`: the documents that the reader sees, or the named ones (rest/bulk_api.go).
enum AllDocumentsEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD", "POST"], "/{db}/_all_docs", allDocuments)
  ]

  static func allDocuments(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let limit = Int(context.query("limit")) ?? 0
    var rows: [JSONValue] = []
    if let keys = try keys(context) {
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
        rows.append(
          try await row(document, channels: channels, context: context, database: database))
      }
    }
    let lines = rows.map { $0.serialized(escapesHTML: true) + "\n" }.joined(separator: ",")
    let sequence = await database.lastSequence
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      text: "{\"rows\":[\n\(lines)],\n\"total_rows\":\(rows.count),\"update_seq\":\(sequence)}")
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
    guard let keys = value?.strings else { throw GatewayError(400, reason: "Bad keys") }
    return keys
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
      guard let document = try await database.document(key), !document.isDeleted else {
        return refusal(404)
      }
      guard let channels = visible(document, to: context.user) else { return refusal(403) }
      return try await row(document, channels: channels, context: context, database: database)
    } catch let error as StorageError {
      return refusal(GatewayError(error).status)
    }
  }

  /// Returns the members in the order of the original's structure.
  private static func row(
    _ document: StoredDocument, channels: [String], context: RequestContext,
    database: GatewayDatabase
  ) async throws -> JSONValue {
    var value: JSONObject = ["rev": .string(document.revision)]
    if context.flag("channels"), !channels.isEmpty {
      value["channels"] = .strings(channels)
    }
    if context.flag("access"), context.user == nil, let access = access(of: document) {
      value["access"] = access
    }
    var row: JSONObject = [
      "key": .string(document.id), "id": .string(document.id), "value": .object(value),
    ]
    if context.flag("include_docs") {
      var options = ReadingOptions()
      options.listsConflicts = context.flag("conflicts")
      row["doc"] =
        JSONValue.object(
          try await database.read(
            document.id, revision: document.revision, options: options, by: context.user)
        ).sorted
    }
    if context.flag("update_seq") { row["update_seq"] = .integer(document.sequence) }
    return .object(row)
  }

  /// Returns the channels that a document grants, by user or role; `nil` for none.
  private static func access(of document: StoredDocument) -> JSONValue? {
    if document.access.isEmpty { return nil }
    let members = document.access.sorted { $0.key < $1.key }
    return .object(
      JSONObject(
        members.map { (key: $0.key, value: .strings($0.value.names)) }))
  }
}
