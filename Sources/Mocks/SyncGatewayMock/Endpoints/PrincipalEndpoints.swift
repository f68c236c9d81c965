import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenMockHTTP

/// `_user` and `_role` on the admin port (rest/admin_api.go).
enum PrincipalEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_user/", on: .adminOnly) { try await list(.user, context: &$0) },
    Route(["POST"], "/{db}/_user/", on: .adminOnly) { try await create(.user, context: &$0) },
    Route(["GET", "HEAD"], "/{db}/_user/{name}", on: .adminOnly, showUser),
    Route(["PUT"], "/{db}/_user/{name}", on: .adminOnly) { try await replace(.user, context: &$0) },
    Route(["DELETE"], "/{db}/_user/{name}", on: .adminOnly) {
      try await delete(.user, context: &$0)
    },
    Route(["GET", "HEAD"], "/{db}/_role/", on: .adminOnly) { try await list(.role, context: &$0) },
    Route(["POST"], "/{db}/_role/", on: .adminOnly) { try await create(.role, context: &$0) },
    Route(["GET", "HEAD"], "/{db}/_role/{name}", on: .adminOnly, showRole),
    Route(["PUT"], "/{db}/_role/{name}", on: .adminOnly) { try await replace(.role, context: &$0) },
    Route(["DELETE"], "/{db}/_role/{name}", on: .adminOnly) {
      try await delete(.role, context: &$0)
    },
  ]

  /// Returns a response that only 2.8 writes with a content type.
  private static func raw(_ value: JSONValue, context: RequestContext) throws -> HTTPResponse {
    if context.services.profile == .v2_8 { return try context.json(value, sortsKeys: false) }
    return .plain(value.serialized(escapesHTML: true))
  }

  private static func list(_ kind: PrincipalKind, context: inout RequestContext) async throws
    -> HTTPResponse
  {
    let names = try await context.requireDatabase().principalNames(kind)
    return try raw(.strings(names), context: context)
  }

  static func showUser(_ context: inout RequestContext) async throws -> HTTPResponse {
    // Unlike other variables, the name isn't decoded twice, so `%` needs double encoding.
    let name = PrincipalName.stored(context.variables["name"] ?? "")
    guard let user = try await context.requireDatabase().user(named: name) else {
      throw GatewayError.missing
    }
    return try raw(.object(description(of: user)), context: context)
  }

  /// Returns the members in the order of `PrincipalConfig`, without empty ones.
  static func description(of user: User) -> JSONObject {
    var json: JSONObject = ["name": .string(PrincipalName.shown(user.name))]
    if !user.adminChannels.isEmpty { json["admin_channels"] = .strings(user.adminChannels.names) }
    json["all_channels"] = .strings(user.inheritedChannels.names)
    if !user.email.isEmpty { json["email"] = .string(user.email) }
    if user.isDisabled { json["disabled"] = true }
    if !user.adminRoles.isEmpty { json["admin_roles"] = .strings(user.adminRoles.names) }
    if !user.roles.isEmpty { json["roles"] = .strings(user.roles.names) }
    return json
  }

  static func showRole(_ context: inout RequestContext) async throws -> HTTPResponse {
    let name = context.variables["name"] ?? ""
    guard let role = try await context.requireDatabase().role(named: name) else {
      throw GatewayError.missing
    }
    var json: JSONObject = ["name": .string(name)]
    if !role.adminChannels.isEmpty { json["admin_channels"] = .strings(role.adminChannels.names) }
    json["all_channels"] = .strings(role.channels.names)
    // Also in 2.8 without a content type, unlike the other responses.
    return .plain(JSONValue.object(json).serialized(escapesHTML: true))
  }

  private static func create(_ kind: PrincipalKind, context: inout RequestContext) async throws
    -> HTTPResponse
  {
    let principal = try principal(named: nil, in: context)
    _ = try await context.requireDatabase().update(principal, as: kind, mayReplace: false)
    return context.empty(201)
  }

  private static func replace(
    _ kind: PrincipalKind, context: inout RequestContext
  ) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let principal = try principal(named: context.variables["name"] ?? "", in: context)
    guard try await database.update(principal, as: kind, mayReplace: true) else {
      return context.empty(201)
    }
    if kind == .user, principal.password != nil {
      try await database.deleteSessions(of: PrincipalName.stored(principal.name))
    }
    return context.empty()
  }

  /// Parses the principal in a body; the content type doesn't matter (`updatePrincipal`).
  private static func principal(
    named name: String?, in context: RequestContext
  ) throws -> PrincipalConfiguration {
    let value: JSONValue
    do {
      value = try JSONParser.parse(context.request.bodyText)
    } catch {
      throw GatewayError(400, reason: "Invalid JSON: \"\(error.message)\"")
    }
    guard let object = value.object else {
      throw GatewayError(400, reason: "Invalid JSON: \"expected an object, found \(value.kind)\"")
    }
    let given = object.keys.last { $0.lowercased() == "name" }.flatMap { object[$0]?.string }
    if name == nil, given == nil { throw GatewayError(400, reason: "Missing name property") }
    if let name, let given, given != name {
      throw GatewayError(400, reason: "Name mismatch (can't change name)")
    }
    var reader = ConfigurationReader(profile: context.services.profile)
    let section = ConfigurationReader.Section(object: object, path: [])
    let principal = reader.principal(name ?? given ?? "", in: section)
    if let refusal = reader.refusal {
      throw GatewayError(400, reason: "Invalid JSON: \"\(refusal.message)\"")
    }
    return principal
  }

  private static func delete(_ kind: PrincipalKind, context: inout RequestContext) async throws
    -> HTTPResponse
  {
    let name = context.variables["name"] ?? ""
    if kind == .user, name == PrincipalName.guest, context.services.profile == .v2_8 {
      throw GatewayError(
        405, reason: "The GUEST user cannot be deleted. Only disabled via an update.")
    }
    guard try await context.requireDatabase().deletePrincipal(name, kind: kind) else {
      throw GatewayError.missing
    }
    return context.empty()
  }
}
