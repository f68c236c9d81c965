import HTTPServer
import JSON

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

  static func raw(_ call: inout Call) async throws -> HTTPResponse {
    let includesBody = call.services.profile == .v1_5 || call.query("include_doc") != "false"
    if call.services.profile == .v2_8, call.flag("redact") {
      throw GatewayError(501, "this mock does not redact documents")
    }
    let raw = try await call.requireDatabase().raw(
      call.variable("docid"), includesBody: includesBody)
    return try call.json(.object(raw))
  }

  static func purge(_ call: inout Call) async throws -> HTTPResponse {
    guard let wanted = try? call.bodyObject() else {
      throw GatewayError(400, "_purge document ID's must be passed as a JSON")
    }
    // Only all revisions of a document can be purged; other requests are ignored.
    let ids = wanted.members.filter { $0.value == ["*"] }.map(\.key)
    let purged = try await call.requireDatabase().purge(ids)
    let lines = purged.map { "\(JSONValue.string($0).serialized()) : [\"*\"]\n" }
    return HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/json"),
      text: "{\"purged\":{\r\n\(lines.joined(separator: ","))}\n}\n")
  }

  /// Resyncs a database.
  ///
  /// 1.5 responds when the resync is done, 2.8 immediately, while it runs.
  static func resync(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    switch (call.services.profile, call.query("action")) {
    case (.v1_5, _):
      try await database.beginResync().1.value
      return try call.json(["changes": .integer(await database.resync.changed)])
    case (.v2_8, ""), (.v2_8, "start"):
      return try status(await database.beginResync().0, call)
    case (.v2_8, "stop"):
      return try status(await database.stopResync(), call)
    default:
      throw GatewayError(400, "Unknown parameter for 'action'. Must be start or stop")
    }
  }

  static func resyncStatus(_ call: inout Call) async throws -> HTTPResponse {
    try status(await call.requireDatabase().resync, call)
  }

  private static func status(_ resync: Resync, _ call: Call) throws -> HTTPResponse {
    try call.json(
      [
        "status": .string(resync.status.rawValue), "last_error": .string(resync.lastError),
        "docs_changed": .integer(resync.changed), "docs_processed": .integer(resync.processed),
      ], sortsKeys: false)
  }

  static func compact(_ call: inout Call) async throws -> HTTPResponse {
    try call.json(["revs": .integer(try await call.requireDatabase().compact())])
  }

  static func vacuum(_ call: inout Call) async throws -> HTTPResponse {
    try call.json(["atts": .integer(try await call.requireDatabase().vacuum())])
  }

  static func flush(_ call: inout Call) async throws -> HTTPResponse {
    try await call.requireDatabase().flush()
    return call.empty()
  }
}
