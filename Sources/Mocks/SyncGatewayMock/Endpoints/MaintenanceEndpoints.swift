import DocgenHTTPServer
import DocgenJSON

/// Maintenance of a database on the admin port (rest/api.go, rest/admin_api.go).
enum MaintenanceEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_raw/{docid}", on: .adminOnly, raw),
    Route(["POST"], "/{db}/_purge", on: .adminOnly, purge),
    Route(["POST"], "/{db}/_compact", on: .adminOnly, compact),
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

  static func compact(_ context: inout RequestContext) async throws -> HTTPResponse {
    try context.json(["revs": .integer(try await context.requireDatabase().compact())])
  }

  static func flush(_ context: inout RequestContext) async throws -> HTTPResponse {
    try await context.requireDatabase().flush()
    return context.empty()
  }
}
