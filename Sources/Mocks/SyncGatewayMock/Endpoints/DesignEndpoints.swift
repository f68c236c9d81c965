import Hashing
import HTTPServer
import JSON

/// Design documents (rest/view_api.go).
///
/// There is only one: the filter that CouchDB's replicators look for.
enum DesignEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_design/{ddoc}", get),
    Route(["PUT", "DELETE"], "/{db}/_design/{ddoc}", refuse),
    Route(["GET"], "/{db}/_design/{ddoc}/_view/{view}", refuse),
  ]

  static func get(_ context: inout RequestContext) throws -> HTTPResponse {
    guard context.variable("ddoc") == "sync_gateway" else { return try refuse(&context) }
    // The value changes with the sync function, so that replicators start again.
    var filter = "ok"
    if let source = try context.requireDatabase().configuration.sync {
      filter = "[\(Digest.sha1.hash(Array(source.utf8)).map { "\($0)" }.joined(separator: " "))]"
    }
    return try context.json(["filters": ["bychannel": .string(filter)]])
  }

  /// Refuses a request: users may not access views, and for the administrator this mock has none.
  static func refuse(_ context: inout RequestContext) throws -> HTTPResponse {
    if context.user != nil { throw GatewayError(403, "forbidden") }
    throw GatewayError(501, "this mock has no views")
  }
}
