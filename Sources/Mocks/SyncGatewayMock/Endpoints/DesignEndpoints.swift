import DocgenHTTPServer
import DocgenHashing
import DocgenJSON

/// Design documents and their views, for the administrator (rest/view_api.go).
enum DesignEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_design/{ddoc}", get),
    Route(["PUT"], "/{db}/_design/{ddoc}", put),
    Route(["DELETE"], "/{db}/_design/{ddoc}", delete),
    Route(["GET"], "/{db}/_design/{ddoc}/_view/{view}", rows),
  ]

  static func get(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    guard context.variable("ddoc") == "sync_gateway" else {
      return try context.json(.object(await database.design(try name(context))))
    }
    // CouchDB's replicators look for this filter. The value changes with the sync function, so that
    // they start again.
    var filter = "ok"
    if let source = database.configuration.sync {
      filter = "[\(Digest.sha1.hash(Array(source.utf8)).map { "\($0)" }.joined(separator: " "))]"
    }
    return try context.json(["filters": ["bychannel": .string(filter)]])
  }

  static func put(_ context: inout RequestContext) async throws -> HTTPResponse {
    let name = try name(context)
    try await context.requireDatabase().putDesign(name, body: context.bodyObject())
    return context.empty(201)
  }

  static func delete(_ context: inout RequestContext) async throws -> HTTPResponse {
    try await context.requireDatabase().deleteDesign(try name(context))
    return context.empty()
  }

  /// Returns the name of a design document that the sender may access: users may access none, and
  /// the gateway's own are not documents here (`checkDDocAccess`).
  private static func name(_ context: RequestContext) throws(GatewayError) -> String {
    let name = context.variable("ddoc")
    guard context.user == nil, !name.hasPrefix("sync_") else {
      throw GatewayError(403, reason: "forbidden")
    }
    return name
  }

  static func rows(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let design = try name(context)
    let found = try await database.rows(
      ofView: context.variable("view"), in: design, query: query(context))
    var rows: [JSONValue] = []
    for row in found {
      var members: JSONObject = ["id": .string(row.id), "key": row.key, "value": row.value]
      if context.flag("include_docs"), !row.id.isEmpty {
        members["doc"] = .object(try await database.read(row.id, revision: "", by: nil))
      }
      rows.append(.object(members))
    }
    var response = try context.json(
      ["total_rows": .integer(rows.count), "rows": .array(rows)], sortsKeys: false)
    response.headers["Content-Type"] = "application/json; charset=\"UTF-8\""
    return response
  }

  private static func query(_ context: RequestContext) throws(GatewayError) -> ViewQuery {
    var query = ViewQuery()
    query.start = try json("startkey", context: context)
    query.end = try json("endkey", context: context)
    query.startID = context.query("startkey_docid")
    query.endID = context.query("endkey_docid")
    if let key = try json("key", context: context) { query.keys = [key] }
    if let keys = try json("keys", context: context) {
      guard let keys = keys.array else { throw GatewayError(400, reason: "Bad keys") }
      query.keys = keys
    }
    query.includesEnd = context.query("inclusive_end") != "false"
    query.isDescending = context.flag("descending")
    query.skip = Int(context.query("skip")) ?? 0
    query.limit = Int(context.query("limit"))
    query.reduces = context.query("reduce") != "false"
    query.groupLevel = context.flag("group") ? .max : Int(context.query("group_level"))
    if query.groupLevel.map({ $0 <= 0 }) ?? false { query.groupLevel = nil }
    return query
  }

  private static func json(
    _ name: String, context: RequestContext
  ) throws(GatewayError) -> JSONValue? {
    let text = context.query(name)
    if text.isEmpty { return nil }
    guard let value = try? JSONParser.parse(text) else { throw .badJSON }
    return value
  }
}
