import DocgenHTTPServer
import DocgenJSON

/// The server's state on the admin port, and requests that this mock refuses.
enum ServerEndpoints {
  static let routes: [Route] =
    [
      Route(["GET"], "/_active_tasks", on: .adminOnly, activeTasks),
      Route(["GET"], "/_status", on: .adminOnly, since: .v2_8, status),
      Route(["GET"], "/{db}/_blipsync", blipSync),
    ] + refused

  /// Routes of the original that are pointless in a mock.
  private static let refused: [Route] = [
    Route(["GET", "PUT", "POST"], "/_logging", on: .adminOnly, refuse),
    Route(["GET"], "/_expvar", on: .adminOnly, refuse),
    Route(["POST"], "/_post_upgrade", on: .adminOnly, refuse),
    Route(["POST"], "/_profile", on: .adminOnly, refuse),
    Route(["POST"], "/_profile/{profilename}", on: .adminOnly, refuse),
    Route(["POST"], "/_heap", on: .adminOnly, refuse),
    Route(["GET"], "/_stats", on: .adminOnly, refuse),
    Route(["POST"], "/_replicate", on: .adminOnly, refuse),
    Route(["GET", "POST", "DELETE"], "/_sgcollect_info", on: .adminOnly, refuse),
    Route(["GET", "POST"], "/_debug/pprof/{profilename}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_revtree/{docid}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_dump/{view}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_view/{view}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_dumpchannel/{channel}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_index", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_index/channel/{channel}", on: .adminOnly, refuse),
    Route(["GET"], "/{db}/_index/channels", on: .adminOnly, refuse),
    Route(["POST"], "/{db}/_repair", on: .adminOnly, refuse),
    Route(["GET", "POST"], "/{db}/_resync", on: .adminOnly, worksOffline: true, refuse),
    Route(["POST"], "/{db}/_vacuum", on: .adminOnly, refuse),
  ]

  static func refuse(_ context: inout RequestContext) throws -> HTTPResponse {
    let names = context.request.path.split(separator: "/")
    let name = names.first { $0.hasPrefix("_") } ?? ""
    throw GatewayError(501, reason: "this mock does not do \(name)")
  }

  /// Refuses the replication protocol of Couchbase Lite 2, which 1.x doesn't use.
  static func blipSync(_ context: inout RequestContext) throws -> HTTPResponse {
    guard WebSocketHandshake.isRequested(by: context.request) else {
      throw GatewayError(426, reason: "Can't upgrade this request to websocket connection")
    }
    throw GatewayError(501, reason: "this mock does not do _blipsync")
  }

  static func activeTasks(_ context: inout RequestContext) throws -> HTTPResponse {
    try context.json([])
  }

  static func status(_ context: inout RequestContext) async throws -> HTTPResponse {
    var databases = JSONObject()
    for name in await context.services.databases.names {
      guard let database = context.services.databases[name] else { continue }
      let sequence = database.state == .offline ? 0 : await database.lastSequence
      databases[name] = [
        "seq": .integer(sequence), "server_uuid": "",
        "state": .string(database.state.rawValue), "replication_status": [], "cluster": nil,
      ]
    }
    return try context.json([
      "databases": .object(databases), "active_tasks": [],
      "version": .string("\(context.services.profile.server)(mock)"),
      "vendor": ["name": "Couchbase Sync Gateway", "version": "2.8"],
    ])
  }
}
