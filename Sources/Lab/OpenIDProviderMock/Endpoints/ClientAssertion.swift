import JOSE
import JSON

/// The checks of a client's signed assertion (RFC 7523 3, OpenID Connect Core 9).
enum ClientAssertion {
  /// The `jti` and the expiry of an assertion that is right in itself.
  static func check(
    _ text: String, of client: ClientRegistration, audiences: [String], at now: Int
  ) throws(OAuthError) -> (id: String, expires: Int) {
    guard let token = try? JSONWebToken(decoding: text), let keys = client.keys else {
      throw OAuthError(.invalidClient, "the client's assertion is not readable")
    }
    do throws(JOSEError) {
      try token.verify(with: keys, allowing: Set(SigningAlgorithm.allCases))
    } catch {
      throw OAuthError(.invalidClient, "the client's assertion: \(error)")
    }
    guard token.claims["iss"]?.string == client.clientID else {
      throw OAuthError(.invalidClient, "'iss' of the assertion is not the client")
    }
    let named = token.claims["aud"]?.string.map { [$0] } ?? []
    let listed = token.claims["aud"]?.array?.compactMap(\.string) ?? []
    guard !audiences.allSatisfy({ !(named + listed).contains($0) }) else {
      throw OAuthError(.invalidClient, "'aud' of the assertion is not this provider")
    }
    guard let expires = token.claims["exp"]?.integer, now < expires else {
      throw OAuthError(.invalidClient, "the assertion has expired")
    }
    guard let id = token.claims["jti"]?.string else {
      throw OAuthError(.invalidClient, "the assertion has no 'jti'")
    }
    return (id, expires)
  }
}
