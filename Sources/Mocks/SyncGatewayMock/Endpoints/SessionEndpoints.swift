import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenMockHTTP
import Foundation

/// `_session` on both ports (rest/session_api.go).
enum SessionEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/_session", access: .open, show),
    Route(["POST"], "/{db}/_session", on: .publicOnly, access: .open, logIn),
    Route(["DELETE"], "/{db}/_session", on: .publicOnly, logOut),
    Route(["POST"], "/{db}/_session", on: .adminOnly, create),
    Route(["GET"], "/{db}/_session/{sessionid}", on: .adminOnly, showOne),
    Route(["DELETE"], "/{db}/_session/{sessionid}", on: .adminOnly, delete),
    Route(["DELETE"], "/{db}/_user/{name}/_session", on: .adminOnly, deleteAllOfUser),
    Route(["DELETE"], "/{db}/_user/{name}/_session/{sessionid}", on: .adminOnly, deleteOfUser),
  ]

  /// The lifetime of a session created by logging in: a day, regardless of a token's.
  private static let defaultTimeToLive: TimeInterval = 86_400

  /// Returns the user who is logged in, in CouchDB's format (`formatSessionResponse`).
  static func information(on user: User?) -> JSONValue {
    let name = user?.name ?? ""
    return [
      "authentication_handlers": ["default", "cookie"], "ok": true,
      "userCtx": [
        "channels": (user?.channels ?? ChannelGrants()).json,
        "name": name.isEmpty ? .null : .string(name),
      ],
    ]
  }

  static func show(_ context: inout RequestContext) throws -> HTTPResponse {
    try context.json(information(on: context.user))
  }

  static func logIn(_ context: inout RequestContext) async throws -> HTTPResponse {
    try refuseForeignOrigin(context)
    let database = try context.requireDatabase()
    let isLoggedIn = context.user?.name.isEmpty == false
    do {
      let body = try context.bodyObject()
      let user = try await database.user(
        name: body["name"]?.string ?? "", password: body["password"]?.string ?? "")
      guard let user else { throw GatewayError.invalidLogin }
      context.user = user
    } catch {
      // A caller that is logged in already gets a session for the same user.
      if !isLoggedIn { throw error }
    }
    _ = try await begin(&context, timeToLive: defaultTimeToLive)
    return try context.json(information(on: context.user))
  }

  /// Creates a session for the request's user and adds its cookie; returns its id.
  static func begin(_ context: inout RequestContext, timeToLive: TimeInterval) async throws
    -> String
  {
    let database = try context.requireDatabase()
    guard let user = context.user else { throw GatewayError.invalidLogin }
    let session = try await database.createSession(for: user.name, timeToLive: timeToLive)
    let configuration = database.configuration
    let cookie = Cookie(
      name: configuration.sessionCookieName, value: session.id,
      path: Cookie.databasePath(of: context.request), expires: session.expires,
      isHTTPOnly: configuration.sessionCookieHTTPOnly,
      // 1.5 never marks it.
      isSecure: configuration.sessionCookieSecure
        ?? (database.profile == .v2_8 && context.services.usesTLS && !context.isAdmin))
    context.headers.add("Set-Cookie", value: cookie.field)
    return session.id
  }

  static func logOut(_ context: inout RequestContext) async throws -> HTTPResponse {
    try refuseForeignOrigin(context)
    let database = try context.requireDatabase()
    let name = database.configuration.sessionCookieName
    guard let id = context.request.headers.cookies(named: name).first else {
      throw GatewayError(404, reason: "no session")
    }
    _ = try await database.deleteSession(id)
    // Without a path, so a browser that has the cookie for `/db` doesn't delete it.
    let cookie = Cookie(name: name, value: "", expires: context.services.clock.now)
    context.headers.add("Set-Cookie", value: cookie.field)
    return context.empty()
  }

  /// Refuses scripts of other origins to log in and out, unless the configuration allows it.
  private static func refuseForeignOrigin(_ context: RequestContext) throws {
    let origins = context.request.headers.values(of: "Origin")
    guard !origins.isEmpty else { return }
    let allowed = context.services.loginOrigins
    if GatewayConfiguration.CORS.match(origins, among: allowed).isEmpty {
      throw GatewayError(400, reason: "No CORS")
    }
  }

  // MARK: Admin port

  static func create(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let body = try context.bodyObject()
    let name = body["name"]?.string ?? ""
    guard !name.isEmpty, name != PrincipalName.guest, PrincipalName.isValid(name)
    else { throw GatewayError(400, reason: "Invalid or missing user name") }
    guard try await database.user(named: name) != nil else {
      throw GatewayError(404, reason: "No such user \"\(name)\"")
    }
    var timeToLive = Int(defaultTimeToLive)
    if let value = body["ttl"], value != .null {
      guard let seconds = value.integer else { throw GatewayError.badJSON }
      timeToLive = seconds
    }
    guard timeToLive >= 1 else { throw GatewayError(400, reason: "Invalid or missing ttl") }
    let session = try await database.createSession(
      for: name, timeToLive: TimeInterval(timeToLive))
    let expires = HTTPDate.rfc3339(
      session.expires, hasFraction: context.services.profile == .v1_5)
    return try context.json(
      [
        "session_id": .string(session.id), "expires": .string(expires),
        "cookie_name": .string(database.configuration.sessionCookieName),
      ], sortsKeys: false)
  }

  static func showOne(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    guard let session = try await database.session(context.variable("sessionid")) else {
      throw GatewayError.missing
    }
    return try context.json(information(on: try await database.user(named: session.userName)))
  }

  static func delete(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    guard try await database.deleteSession(context.variable("sessionid")) else {
      throw GatewayError.missing
    }
    return context.empty()
  }

  static func deleteAllOfUser(_ context: inout RequestContext) async throws -> HTTPResponse {
    try await context.requireDatabase().deleteSessions(of: context.variable("name"))
    return context.empty()
  }

  static func deleteOfUser(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let id = context.variable("sessionid")
    guard let session = try await database.session(id),
      session.userName == context.variable("name")
    else { throw GatewayError.missing }
    _ = try await database.deleteSession(id)
    return context.empty()
  }
}
