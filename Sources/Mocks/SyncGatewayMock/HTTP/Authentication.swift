import HTTPServer

/// Authenticates a request for a database (`checkAuth`, rest/handler.go).
struct Authentication {
  /// Whether a request without credentials is refused if the guest is disabled.
  let requiresLogin: Bool

  func authenticate(_ call: inout Call) async throws {
    guard let database = call.database else { return }
    let configuration = database.configuration
    let credentials = Credentials(
      of: call.request, takesBearer: configuration.oidc != nil,
      cookieName: configuration.sessionCookieName)
    switch credentials {
    case .bearer(let token):
      guard
        let user = await database.user(
          bearer: token, callbackAddress: call.callbackAddress(in: database.name))
      else {
        // No `WWW-Authenticate` here, unlike below.
        throw GatewayError.invalidLogin
      }
      call.user = user
      return
    case .basic(let name, let password):
      if Self.isOwnTokenRequest(call, name: name, password: password, in: database) {
        call.user = try await database.guest()
        return
      }
      guard let user = try await database.user(name: name, password: password) else {
        challenge(&call, configuration)
        throw GatewayError.invalidLogin
      }
      call.user = user
      return
    case .session(let id):
      if let user = try await user(ofSession: id, &call, in: database) {
        call.user = user
        return
      }
    case .none:
      break
    }
    let guest = try await database.guest()
    if requiresLogin, guest.isDisabled {
      challenge(&call, configuration)
      throw GatewayError(401, "Login required")
    }
    call.user = guest
  }

  /// Returns whether the gateway itself calls its test provider's token endpoint, as a client of one of
  /// its providers and not as a user.
  private static func isOwnTokenRequest(
    _ call: Call, name: String, password: String, in database: GatewayDatabase
  ) -> Bool {
    let path = "/\(database.name)/_oidc_testing"
    guard database.testProvider != nil, call.request.path.hasSuffix(path + "/token") else {
      return false
    }
    let issuer = "http://\(call.request.headers["Host"] ?? "")\(path)"
    return database.identityProviders.map(\.provider).contains {
      $0.issuer == issuer && $0.clientID == TestIdentityProvider.audience && $0.clientID == name
        && $0.validationKey == password && !password.isEmpty
    }
  }

  private func challenge(_ call: inout Call, _ configuration: DatabaseConfiguration) {
    guard configuration.sendsWWWAuthenticate, !call.services.omitsBasicChallenge else { return }
    call.headers["WWW-Authenticate"] = "Basic realm=\"Couchbase Sync Gateway\""
  }

  /// Returns the user of a session; `nil` when the request continues as the guest's.
  private func user(
    ofSession id: String, _ call: inout Call, in database: GatewayDatabase
  ) async throws -> User? {
    guard let session = try await database.useSession(id) else {
      if call.services.profile.rejectsUnknownSessions, requiresLogin {
        throw GatewayError(401, "Session Invalid")
      }
      return nil
    }
    if session.isRenewed {
      // The request's cookie with a new time: only name, value, path and `Expires`.
      let cookie = Cookie(
        name: database.configuration.sessionCookieName, value: id,
        path: Cookie.databasePath(of: call.request), expires: session.expires)
      call.headers.add("Set-Cookie", cookie.field)
    }
    let user = try await database.user(named: session.userName)
    return user.flatMap { $0.isDisabled ? nil : $0 }
  }
}
