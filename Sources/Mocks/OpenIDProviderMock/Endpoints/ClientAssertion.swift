import Hashing
import JOSE
import JSON

/// The validation of a client's signed assertion (RFC 7523 3, OpenID Connect Core 9).
enum ClientAssertion {
  /// Returns the `jti` and the expiry of an assertion that is valid by itself; the caller rejects replays.
  static func check(
    _ text: String, of client: ClientRegistration, audiences: [String], at now: Int
  ) throws(OAuthError) -> (id: String, expires: Int) {
    guard let token = try? JSONWebToken(decoding: text) else {
      throw OAuthError(.invalidClient, "the client's assertion is not readable")
    }
    if method(of: token) == .secretJWT {
      try checkCode(of: token, secret: client.clientSecret)
    } else {
      do throws(JOSEError) {
        try token.verify(
          with: client.keys ?? JSONWebKeySet([]), allowing: Set(SigningAlgorithm.allCases))
      } catch {
        throw OAuthError(.invalidClient, "the client's assertion: \(error)")
      }
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

  /// Returns the kind of an assertion.
  ///
  /// A client is registered for one kind only, so a public key can't be used as a secret.
  static func method(of token: JSONWebToken) -> ClientRegistration.AuthenticationMethod {
    token.algorithm.hasPrefix("HS") ? .secretJWT : .privateKeyJWT
  }

  private static func checkCode(
    of token: JSONWebToken, secret: String?
  ) throws(OAuthError) {
    let code = secret.map {
      Digest.sha256.authenticationCode(token.signingInput.utf8, key: Array($0.utf8))
    }
    guard token.algorithm == "HS256", let code, code == token.signature else {
      throw OAuthError(.invalidClient, "the client's assertion is not authenticated by its secret")
    }
  }
}
