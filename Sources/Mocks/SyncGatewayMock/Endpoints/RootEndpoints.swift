import Clocks
import Foundation
import HTTPServer
import JSON
import MockHTTP

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
    Route(["GET"], "/_config", on: .adminOnly, wholeConfiguration),
    Route(["GET"], "/{db}/_config", on: .adminOnly, databaseConfiguration),
    Route(["PUT"], "/{db}/_config", on: .adminOnly, worksOffline: true, putConfiguration),
    Route(["POST"], "/{db}/_online", on: .adminOnly, worksOffline: true, goOnline),
    Route(["POST"], "/{db}/_offline", on: .adminOnly, worksOffline: true, goOffline),
  ]

  static func root(_ call: inout Call) throws -> HTTPResponse {
    let profile = call.services.profile
    // A number up to 1.5, a string since 2.0.
    let version: JSONValue = profile == .v1_5 ? 1.5 : "2.8"
    let isShown = call.services.showsVersion(isAdmin: call.isAdmin)
    var answer: JSONObject = [
      "couchdb": "Welcome",
      "vendor": ["name": .string(Profile.product), "version": isShown ? version : ""],
    ]
    if isShown { answer["version"] = .string("\(profile.server)(mock)") }
    if call.isAdmin { answer["ADMIN"] = true }
    return try call.json(.object(answer))
  }

  static func database(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    // 2.8 doesn't read the sequence while the database is offline (`handleGetDB`).
    let isKnown = call.services.profile == .v1_5 || database.state != .offline
    let sequence = isKnown ? await database.lastSequence : 0
    return try call.json([
      "db_name": .string(database.name), "update_seq": .integer(sequence),
      "committed_update_seq": .integer(sequence),
      "instance_start_time": startTime(of: database), "compact_running": false, "purge_seq": 0,
      "disk_format_version": 0, "state": .string(database.state.rawValue),
    ])
  }

  /// Returns the start time in microseconds since 1970.
  private static func startTime(of database: GatewayDatabase) -> JSONValue {
    .integer(Int(database.startTime.timeIntervalSince1970 * 1_000_000))
  }

  static func ensureFullCommit(_ call: inout Call) throws -> HTTPResponse {
    let database = try call.requireDatabase()
    return try call.json(
      ["instance_start_time": startTime(of: database), "ok": true], status: 201)
  }

  static func createTarget(_ call: inout Call) async throws -> HTTPResponse {
    let exists = call.services.databases[call.variable("targetdb")] != nil
    throw exists
      ? GatewayError(412, "Database already exists")
      : GatewayError(403, "Creating a DB over the public API is unsupported")
  }

  static func allDatabases(_ call: inout Call) async throws -> HTTPResponse {
    try call.json(.array(await call.services.databases.names.map { .string($0) }))
  }

  static func createDatabase(_ call: inout Call) async throws -> HTTPResponse {
    let configuration = try configuration(call.variable("newdb"), in: call)
    try await call.services.databases.add(configuration)
    return call.empty(201)
  }

  static func putConfiguration(_ call: inout Call) async throws -> HTTPResponse {
    let configuration = try configuration(call.requireDatabase().name, in: call)
    await call.services.databases.setPending(configuration)
    return call.empty(201)
  }

  private static func configuration(
    _ name: String, in call: Call
  ) throws -> DatabaseConfiguration {
    let object = try call.bodyObject()
    do {
      return try DatabaseConfiguration(name: name, json: object, profile: call.services.profile)
    } catch {
      let reason = error.problems.first { $0.severity == .refusal }?.message ?? "Bad JSON"
      throw GatewayError(400, reason)
    }
  }

  static func deleteDatabase(_ call: inout Call) async throws -> HTTPResponse {
    guard await call.services.databases.remove(try call.requireDatabase().name) else {
      throw GatewayError.missing
    }
    return HTTPResponse(status: 200, text: "{}")
  }

  static func goOffline(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    // A database that resyncs is already offline in effect.
    if database.state == .online { await database.setState(.offline) }
    return call.empty()
  }

  static func goOnline(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    guard database.state == .offline else { return call.empty() }
    let delay = (try? JSONParser.parse(call.request.body))?["delay"]?.integer ?? 0
    if delay > 0 {
      // At most a year, and without delaying this response.
      let moment = call.services.clock.now + Double(min(delay, 31_536_000))
      Task { [services = call.services] in
        try await services.clock.sleep(until: moment)
        try await services.databases.bringOnline(database)
      }
    } else {
      try await call.services.databases.bringOnline(database)
    }
    return call.empty()
  }

  static func wholeConfiguration(_ call: inout Call) async throws -> HTTPResponse {
    let registry = call.services.databases
    var json = call.services.configuration.json
    var databases = JSONObject()
    for name in await registry.names {
      databases[name] = await registry.configuration(of: name).map { .object($0.json) }
    }
    for key in json.keys where key.lowercased() == "databases" { json[key] = nil }
    json["databases"] = .object(databases)
    return try call.json(ConfigurationRedaction.applied(to: .object(json), in: call))
  }

  static func databaseConfiguration(_ call: inout Call) async throws -> HTTPResponse {
    let name = try call.requireDatabase().name
    guard let configuration = await call.services.databases.configuration(of: name) else {
      throw GatewayError.missing
    }
    return try call.json(
      ConfigurationRedaction.applied(to: .object(configuration.json), in: call))
  }
}

/// Redacts secrets in a configuration: 2.8 does by default, 1.5 never does.
enum ConfigurationRedaction {
  static func applied(to json: JSONValue, in call: Call) -> JSONValue {
    guard call.services.profile == .v2_8, call.query("redact") != "false" else { return json }
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
