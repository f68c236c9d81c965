import DocgenHTTPServer
import DocgenJSON

/// Maintenance of a database on the admin port (rest/api.go, rest/admin_api.go).
enum MaintenanceEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_raw/{docid}", on: .adminOnly, raw),
    Route(["POST"], "/{db}/_purge", on: .adminOnly, purge),
    Route(["POST"], "/{db}/_resync", on: .adminOnly, worksOffline: true, resync),
    Route(["GET"], "/{db}/_resync", on: .adminOnly, since: .v2_8, worksOffline: true, resyncStatus),
    Route(["POST"], "/{db}/_compact", on: .adminOnly, compact),
    Route(["POST"], "/{db}/_vacuum", on: .adminOnly, vacuum),
    Route(["POST"], "/{db}/_flush", on: .adminOnly, flush),
  ]

  static func raw(_ context: inout RequestContext) async throws -> HTTPResponse {
    let includesBody = context.services.profile == .v1_5 || context.query("include_doc") != "false"
    if context.services.profile == .v2_8, context.flag("redact") {
      throw GatewayError(501, reason: "this mock does not redact documents")
    }
    let raw = try await context.requireDatabase().raw(
      context.variable("docid"), includesBody: includesBody)
    return try context.json(.object(raw))
  }

  static func purge(_ context: inout RequestContext) async throws -> HTTPResponse {
    guard let wanted = try? context.bodyObject() else {
      throw GatewayError(400, reason: "_purge document ID's must be passed as a JSON")
    }
    // Only all revisions of a document can be purged; other requests are ignored.
    let ids = wanted.members.filter { $0.value == ["*"] }.map(\.key)
    let purged = try await context.requireDatabase().purge(ids)
    let lines = purged.map { "\(JSONValue.string($0).serialized()) : [\"*\"]\n" }
    return HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/json"),
      text: "{\"purged\":{\r\n\(lines.joined(separator: ","))}\n}\n")
  }

  /// Resyncs a database.
  ///
  /// 1.5 responds when the resync is done, 2.8 immediately, while it runs.
  static func resync(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    switch (context.services.profile, context.query("action")) {
    case (.v1_5, _):
      try await database.beginResync().1.value
      return try context.json(["changes": .integer(await database.resync.changed)])
    case (.v2_8, ""), (.v2_8, "start"):
      return try status(await database.beginResync().0, context: context)
    case (.v2_8, "stop"):
      return try status(await database.stopResync(), context: context)
    default:
      throw GatewayError(400, reason: "Unknown parameter for 'action'. Must be start or stop")
    }
  }

  static func resyncStatus(_ context: inout RequestContext) async throws -> HTTPResponse {
    try status(await context.requireDatabase().resync, context: context)
  }

  private static func status(_ resync: Resync, context: RequestContext) throws -> HTTPResponse {
    try context.json(
      [
        "status": .string(resync.status.rawValue), "last_error": .string(resync.lastError),
        "docs_changed": .integer(resync.changed), "docs_processed": .integer(resync.processed),
      ], sortsKeys: false)
  }

  static func compact(_ context: inout RequestContext) async throws -> HTTPResponse {
    try context.json(["revs": .integer(try await context.requireDatabase().compact())])
  }

  static func vacuum(_ context: inout RequestContext) async throws -> HTTPResponse {
    try context.json(["atts": .integer(try await context.requireDatabase().vacuum())])
  }

  static func flush(_ context: inout RequestContext) async throws -> HTTPResponse {
    try await context.requireDatabase().flush()
    return context.empty()
  }
}
