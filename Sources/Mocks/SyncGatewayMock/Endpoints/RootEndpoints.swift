import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenMockHTTP
import Foundation

/// `/`, `/_all_dbs`, `/db/`, and creating, deleting and configuring databases (rest/api.go,
/// rest/admin_api.go).
enum RootEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/", root),
    Route(["GET", "HEAD"], "/{db}/", worksOffline: true, database),
    Route(["POST"], "/{db}/", DocumentEndpoints.post),
    Route(["POST"], "/{db}/_ensure_full_commit", ensureFullCommit),
    Route(["PUT"], "/{targetdb}/", on: .publicOnly, access: .open, createTarget),
    Route(["PUT"], "/{newdb}/", on: .adminOnly, createDatabase),
    Route(["DELETE"], "/{db}/", on: .adminOnly, worksOffline: true, deleteDatabase),
    Route(["GET", "HEAD"], "/_all_dbs", on: .adminOnly, allDatabases),
    Route(["GET"], "/_config", on: .adminOnly, serverConfiguration),
    Route(["GET"], "/{db}/_config", on: .adminOnly, databaseConfiguration),
    Route(["PUT"], "/{db}/_config", on: .adminOnly, worksOffline: true, putConfiguration),
    Route(["POST"], "/{db}/_online", on: .adminOnly, worksOffline: true, goOnline),
    Route(["POST"], "/{db}/_offline", on: .adminOnly, worksOffline: true, goOffline),
  ]

  static func root(_ context: inout RequestContext) throws -> HTTPResponse {
    let profile = context.services.profile
    // A number up to 1.5, a string since 2.0.
    let version: JSONValue = profile == .v1_5 ? 1.5 : "2.8"
    let isShown = context.services.showsVersion(isAdmin: context.isAdmin)
    var response: JSONObject = [
      "couchdb": "Welcome",
      "vendor": ["name": .string(Profile.product), "version": isShown ? version : ""],
    ]
    if isShown { response["version"] = .string("\(profile.server)(mock)") }
    if context.isAdmin { response["ADMIN"] = true }
    return try context.json(.object(response))
  }

  static func database(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    // 2.8 doesn't read the sequence while the database is offline (`handleGetDB`).
    let isKnown = context.services.profile == .v1_5 || database.state != .offline
    let sequence = isKnown ? await database.lastSequence : 0
    // The original leaves it out because it is expensive to count there; CouchDB and PouchDB have
    // it.
    let count = isKnown ? try await database.documentCount() : 0
    return try context.json([
      "db_name": .string(database.name), "doc_count": .integer(count),
      "update_seq": .integer(sequence), "committed_update_seq": .integer(sequence),
      "instance_start_time": startTime(of: database), "compact_running": false, "purge_seq": 0,
      "disk_format_version": 0, "state": .string(database.state.rawValue),
    ])
  }

  /// Returns the start time in microseconds since 1970.
  private static func startTime(of database: GatewayDatabase) -> JSONValue {
    .integer(Int(database.startTime.timeIntervalSince1970 * 1_000_000))
  }

  static func ensureFullCommit(_ context: inout RequestContext) throws -> HTTPResponse {
    let database = try context.requireDatabase()
    return try context.json(
      ["instance_start_time": startTime(of: database), "ok": true], status: 201)
  }

  static func createTarget(_ context: inout RequestContext) async throws -> HTTPResponse {
    let exists = context.services.databases[context.variable("targetdb")] != nil
    throw exists
      ? GatewayError(412, reason: "Database already exists")
      : GatewayError(403, reason: "Creating a DB over the public API is unsupported")
  }

  static func allDatabases(_ context: inout RequestContext) async throws -> HTTPResponse {
    try context.json(.strings(await context.services.databases.names))
  }

  static func createDatabase(_ context: inout RequestContext) async throws -> HTTPResponse {
    let configuration = try configuration(context.variable("newdb"), in: context)
    try await context.services.databases.add(configuration)
    return context.empty(201)
  }

  static func putConfiguration(_ context: inout RequestContext) async throws -> HTTPResponse {
    let configuration = try configuration(context.requireDatabase().name, in: context)
    await context.services.databases.setPending(configuration)
    return context.empty(201)
  }

  private static func configuration(
    _ name: String, in context: RequestContext
  ) throws -> DatabaseConfiguration {
    let section = ConfigurationReader.Section(object: try context.bodyObject(), path: [])
    var reader = ConfigurationReader(profile: context.services.profile)
    let configuration = reader.database(name, in: section)
    if let refusal = reader.refusal { throw GatewayError(400, reason: refusal.message) }
    return configuration
  }

  static func deleteDatabase(_ context: inout RequestContext) async throws -> HTTPResponse {
    guard await context.services.databases.remove(try context.requireDatabase().name) else {
      throw GatewayError.missing
    }
    return HTTPResponse(status: 200, text: "{}")
  }

  static func goOffline(_ context: inout RequestContext) async throws -> HTTPResponse {
    await (try context.requireDatabase()).setState(.offline)
    return context.empty()
  }

  static func goOnline(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    guard database.state == .offline else { return context.empty() }
    let delay = (try? JSONParser.parse(context.request.body))?["delay"]?.integer ?? 0
    if delay > 0 {
      // At most a year, and without delaying this response.
      let moment = context.services.clock.now + Double(min(delay, 31_536_000))
      Task { [services = context.services] in
        try await services.clock.sleep(until: moment)
        try await services.databases.bringOnline(database)
      }
    } else {
      try await context.services.databases.bringOnline(database)
    }
    return context.empty()
  }

  static func serverConfiguration(_ context: inout RequestContext) async throws -> HTTPResponse {
    let registry = context.services.databases
    var json = context.services.configuration.json
    var databases = JSONObject()
    for name in await registry.names {
      databases[name] = await registry.configuration(of: name).map { .object($0.json) }
    }
    for key in json.keys where key.lowercased() == "databases" { json[key] = nil }
    json["databases"] = .object(databases)
    return try context.json(ConfigurationRedaction.applied(to: .object(json), in: context))
  }

  static func databaseConfiguration(_ context: inout RequestContext) async throws -> HTTPResponse {
    let name = try context.requireDatabase().name
    guard let configuration = await context.services.databases.configuration(of: name) else {
      throw GatewayError.missing
    }
    return try context.json(
      ConfigurationRedaction.applied(to: .object(configuration.json), in: context))
  }
}

/// Redacts secrets in a configuration: 2.8 does by default, 1.5 never does.
enum ConfigurationRedaction {
  static func applied(to json: JSONValue, in context: RequestContext) -> JSONValue {
    guard context.services.profile == .v2_8, context.query("redact") != "false" else { return json }
    return redacted(json)
  }

  private static func redacted(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { key, value in
            let isSecret = ["password", "validation_key"].contains(key.lowercased())
            return (key: key, value: isSecret ? "xxxxx" : redacted(value))
          }))
    case .array(let elements): .array(elements.map(redacted))
    default: json
    }
  }
}
