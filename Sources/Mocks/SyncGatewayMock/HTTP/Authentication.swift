import DocgenHTTPServer

/// Authenticates a request for a database (`checkAuth`, rest/handler.go).
struct Authentication {
  /// Whether a request without credentials is refused if the guest is disabled.
  let requiresLogin: Bool

  func authenticate(_ context: inout RequestContext) async throws {
    guard let database = context.database else { return }
    let configuration = database.configuration
    let credentials = Credentials(
      of: context.request, takesBearer: configuration.oidc != nil,
      cookieName: configuration.sessionCookieName)
    switch credentials {
    case .bearer(let token):
      guard
        let user = await database.user(
          bearer: token, callbackAddress: context.callbackAddress(in: database.name))
      else {
        // No `WWW-Authenticate` here, unlike below.
        throw GatewayError.invalidLogin
      }
      context.user = user
      return
    case .basic(let name, let password):
      if Self.isOwnTokenRequest(context, name: name, password: password, in: database) {
        context.user = try await database.guest()
        return
      }
      guard let user = try await database.user(name: name, password: password) else {
        challenge(&context, configuration: configuration)
        throw GatewayError.invalidLogin
      }
      context.user = user
      return
    case .session(let id):
      if let user = try await user(ofSession: id, context: &context, in: database) {
        context.user = user
        return
      }
    case .none:
      break
    }
    let guest = try await database.guest()
    if requiresLogin, guest.isDisabled {
      challenge(&context, configuration: configuration)
      throw GatewayError(401, reason: "Login required")
    }
    context.user = guest
  }

  /// Returns whether the gateway itself calls its test provider's token endpoint, as a client of
  /// one of its providers and not as a user.
  private static func isOwnTokenRequest(
    _ context: RequestContext, name: String, password: String, in database: GatewayDatabase
  ) -> Bool {
    let path = "/\(database.name)/_oidc_testing"
    guard database.testProvider != nil, context.request.path.hasSuffix(path + "/token") else {
      return false
    }
    let issuer = context.baseAddress + path
    return database.identityProviders.map(\.provider).contains {
      $0.issuer == issuer && $0.clientID == TestIdentityProvider.audience && $0.clientID == name
        && $0.validationKey == password && !password.isEmpty
    }
  }

  private func challenge(_ context: inout RequestContext, configuration: DatabaseConfiguration) {
    guard configuration.sendsWWWAuthenticate else { return }
    context.headers["WWW-Authenticate"] = "Basic realm=\"Couchbase Sync Gateway\""
  }

  /// Returns the user of a session; `nil` when the request continues as the guest's.
  private func user(
    ofSession id: String, context: inout RequestContext, in database: GatewayDatabase
  ) async throws -> User? {
    guard let session = try await database.useSession(id) else {
      if context.services.profile.rejectsUnknownSessions, requiresLogin {
        throw GatewayError(401, reason: "Session Invalid")
      }
      return nil
    }
    if session.isRenewed {
      // The request's cookie with a new time: only name, value, path and `Expires`.
      let cookie = Cookie(
        name: database.configuration.sessionCookieName, value: id,
        path: Cookie.databasePath(of: context.request), expires: session.expires)
      context.headers.add("Set-Cookie", value: cookie.field)
    }
    let user = try await database.user(named: session.userName)
    return user.flatMap { $0.isDisabled ? nil : $0 }
  }
}
