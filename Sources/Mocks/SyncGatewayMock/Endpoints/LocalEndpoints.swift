import DocgenHTTPServer
import DocgenJSON

/// `_local` documents: checkpoints of replications, which are not replicated (rest/doc_api.go).
enum LocalEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_local/{localid}", get),
    Route(["PUT"], "/{db}/_local/{localid}", put),
    Route(["DELETE"], "/{db}/_local/{localid}", delete),
  ]

  static func get(_ context: inout RequestContext) async throws -> HTTPResponse {
    let id = context.variable("localid")
    guard var body = try await context.requireDatabase().local(id) else {
      throw GatewayError.missing
    }
    body["_id"] = .string("_local/" + id)
    return try context.json(.object(body))
  }

  static func put(_ context: inout RequestContext) async throws -> HTTPResponse {
    let id = context.variable("localid")
    let revision = try await context.requireDatabase().putLocal(id, body: context.bodyObject())
    return try context.json(
      ["id": .string("_local/" + id), "ok": true, "rev": .string(revision)], status: 201)
  }

  static func delete(_ context: inout RequestContext) async throws -> HTTPResponse {
    try await context.requireDatabase().deleteLocal(
      context.variable("localid"), revision: context.query("rev"))
    return context.empty()
  }
}
