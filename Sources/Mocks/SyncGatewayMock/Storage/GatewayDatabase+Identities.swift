import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON

extension GatewayDatabase {
  /// Returns the provider that a request names, or the default one if it names none; otherwise
  /// `nil`.
  nonisolated func identityProvider(named name: String) -> IdentityProviderClient? {
    identityProviders.first { name.isEmpty ? $0.isDefault : $0.provider.name == name }
  }

  /// Returns the user of a bearer token; `nil` if the token is invalid
  /// (`AuthenticateUntrustedJWT`).
  ///
  /// - Parameter callbackAddress: the address of the callback by the request's `Host`.
  nonisolated func user(bearer text: String, callbackAddress: String) async -> User? {
    do {
      let token = try JSONWebToken(decoding: text)
      guard let client = client(for: token) else { return nil }
      let metadata = try await client.prepare(requestAddress: callbackAddress)
      let claims = try await client.identity(verifying: token, metadata: metadata)
      return try await user(of: claims, from: client)
    } catch {
      return nil
    }
  }

  /// Returns the provider with the issuer and client that a token names.
  private nonisolated func client(for token: JSONWebToken) -> IdentityProviderClient? {
    if profile == .v2_8, let only = identityProviders.first, only.isOnly { return only }
    let issuer = token.claims["iss"]?.string
    return identityProviders.first {
      $0.provider.issuer == issuer && token.claims.audiences.contains($0.provider.clientID)
    }
  }

  /// Returns the user of an identity, created if the provider registers users; otherwise `nil` if
  /// there is none (`authenticateJWT`, auth/auth.go).
  func user(of claims: IdentityClaims, from client: IdentityProviderClient) throws -> User? {
    let name = try IdentityUserName.make(claims, of: client.provider)
    if let user = try user(named: name) {
      if !claims.email.isEmpty, claims.email != user.email {
        try updateEmail(of: name, to: claims.email)
        return try self.user(named: name)
      }
      return user
    }
    return client.provider.registersUsers ? try register(name, email: claims.email) : nil
  }
}
