import HTTPServer
import JSON

/// `_local` documents: checkpoints of replications, which are not replicated (rest/doc_api.go).
enum LocalEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_local/{localid}", get),
    Route(["PUT"], "/{db}/_local/{localid}", put),
    Route(["DELETE"], "/{db}/_local/{localid}", delete),
  ]

  static func get(_ call: inout Call) async throws -> HTTPResponse {
    let id = call.variable("localid")
    guard var body = try await call.requireDatabase().local(id) else { throw GatewayError.missing }
    body["_id"] = .string("_local/" + id)
    return try call.json(.object(body))
  }

  static func put(_ call: inout Call) async throws -> HTTPResponse {
    let id = call.variable("localid")
    let revision = try await call.requireDatabase().putLocal(id, call.bodyObject())
    return try call.json(
      ["id": .string("_local/" + id), "ok": true, "rev": .string(revision)], status: 201)
  }

  static func delete(_ call: inout Call) async throws -> HTTPResponse {
    try await call.requireDatabase().deleteLocal(
      call.variable("localid"), revision: call.query("rev"))
    return call.empty()
  }
}
