import DocgenHashing
import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// Returns `sid` of a session, which does not reveal its cookie.
  static func publicID(ofSession cookie: String) -> String {
    Base64URL.encode(Digest.sha256.hash(("sid " + cookie).utf8).prefix(16))
  }

  /// Ends all sessions of a user and revokes all tokens; returns the notices to clients.
  mutating func logOut(_ username: String) -> [LogoutNotice] {
    let ended = sessions.filter { $0.value.username == username }.keys
    let notices = ended.flatMap { self.notices(ofEndOf: $0.text) }
    for id in ended { sessions[id] = nil }
    tokens.revokeAll(of: username)
    return notices
  }

  /// Returns the notices to the clients of a session that ends.
  mutating func notices(ofEndOf id: String) -> [LogoutNotice] {
    clients(ofSession: id).compactMap { client in
      guard let address = client.backChannelTarget,
        let user = sessions[id].flatMap({ user(named: $0.username) }),
        let token = try? logoutToken(for: client, about: user, session: id)
      else { return nil }
      return LogoutNotice(issuer: path, address: address, token: token)
    }
  }

  /// Returns the addresses that the logout page loads in frames, with `iss` and `sid`
  /// (Front-Channel Logout 2).
  func frames(ofEndOf id: String) -> [String] {
    let parameters = [(name: "iss", value: tokenIssuer), ("sid", Self.publicID(ofSession: id))]
    return clients(ofSession: id).compactMap(\.frontChannelTarget).map {
      RedirectURI.adding(parameters, to: $0)
    }
  }

  private func clients(ofSession id: String) -> [ClientRegistration] {
    (sessions[id]?.clients ?? []).compactMap { client(named: $0) }
  }

  /// Back-Channel Logout 2.4.
  private mutating func logoutToken(
    for client: ClientRegistration, about user: User, session: String
  ) throws(JOSEError) -> String {
    let claims: JSONObject = [
      "iss": .string(tokenIssuer), "sub": .string(user.subject), "aud": .string(client.clientID),
      "iat": .integer(issuedAt), "exp": .integer(issuedAt + 120), "jti": .string(opaqueValue()),
      "sid": .string(Self.publicID(ofSession: session)),
      "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
    ]
    return try keys.sign(
      claims, header: ["typ": "logout+jwt"], algorithm: client.idTokenAlgorithm
    ).compact
  }
}
