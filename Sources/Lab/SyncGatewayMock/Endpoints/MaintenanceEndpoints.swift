import HTTPServer
import JSON

/// Upkeep of a database on the admin port (rest/api.go, rest/admin_api.go).
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
    // Only all revisions of a document can go; other wishes are passed over in silence.
    let ids = wanted.members.filter { $0.value == ["*"] }.map(\.key)
    let purged = try await call.requireDatabase().purge(ids)
    let lines = purged.map { "\(JSONValue.string($0).serialized()) : [\"*\"]\n" }
    return HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/json"),
      text: "{\"purged\":{\r\n\(lines.joined(separator: ","))}\n}\n")
  }

  static func resync(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    if call.services.profile == .v2_8 {
      switch call.query("action") {
      case "", "start": break
      case "stop": throw GatewayError(503, "Database _resync is not running")
      default: throw GatewayError(400, "Unknown parameter for 'action'. Must be start or stop")
      }
    }
    guard database.state == .offline else {
      throw GatewayError(503, "Database must be _offline before calling /_resync")
    }
    let outcome = try await database.resync()
    switch call.services.profile {
    case .v1_5: return try call.json(["changes": .integer(outcome.changed)])
    case .v2_8:
      await call.services.databases.setResync(outcome, of: database.name)
      return try status(outcome, call)
    }
  }

  static func resyncStatus(_ call: inout Call) async throws -> HTTPResponse {
    let name = try call.requireDatabase().name
    return try status(await call.services.databases.resync(of: name), call)
  }

  /// 2.8 works in the background; here it is done by the time of the answer.
  private static func status(
    _ outcome: GatewayDatabase.ResyncOutcome?, _ call: Call
  ) throws -> HTTPResponse {
    try call.json([
      "docs_changed": .integer(outcome?.changed ?? 0),
      "docs_processed": .integer(outcome?.processed ?? 0), "last_error": "",
      "status": outcome == nil ? "stopped" : "completed",
    ])
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
