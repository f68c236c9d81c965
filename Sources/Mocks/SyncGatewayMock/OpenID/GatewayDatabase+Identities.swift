import HTTPServer
import JOSE
import JSON

extension GatewayDatabase {
  /// The provider that a request names, or the default one if it names none; else `nil`.
  nonisolated func identityProvider(named name: String) -> IdentityProviderClient? {
    identityProviders.first { name.isEmpty ? $0.isDefault : $0.provider.name == name }
  }

  /// The user of a bearer token; `nil` whatever is wrong with it (`AuthenticateUntrustedJWT`).
  nonisolated func user(bearer text: String, call: Call) async -> User? {
    do {
      let token = try JSONWebToken(decoding: text)
      guard let client = client(for: token) else { return nil }
      let metadata = try await client.prepare(
        requestAddress: OIDCEndpoints.callbackAddress(of: call.request, database: name))
      let claims = try await client.identity(verifying: token, metadata)
      return try await user(of: claims, from: client)
    } catch {
      return nil
    }
  }

  /// The provider whose issuer and client a token names.
  private nonisolated func client(for token: JSONWebToken) -> IdentityProviderClient? {
    if profile == .v2_8, let only = identityProviders.first, only.isOnly { return only }
    let issuer = token.claims["iss"]?.string
    let audiences = IdentityClaims.audiences(token.claims)
    return identityProviders.first {
      $0.provider.issuer == issuer && audiences.contains($0.provider.clientID)
    }
  }

  /// The user of an identity, created if its provider is told to; `nil` if there is none
  /// (`authenticateJWT`, auth/auth.go).
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
