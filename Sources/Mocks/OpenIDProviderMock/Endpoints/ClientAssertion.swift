import DocgenHashing
import DocgenJOSE
import DocgenJSON
import Foundation

/// The validation of a client's signed assertion (RFC 7523 3, OpenID Connect Core 9).
enum ClientAssertion {
  /// Returns the `jti` and the expiry of an assertion that is valid by itself; the caller rejects
  /// replays.
  static func check(
    _ text: String, of client: ClientRegistration, audiences: [String], at now: Date
  ) throws(OAuthError) -> (id: String, expires: Int) {
    guard let token = try? JSONWebToken(decoding: text) else {
      throw OAuthError(.invalidClient, description: "the client's assertion is not readable")
    }
    if method(of: token) == .secretJWT {
      try checkCode(of: token, secret: client.clientSecret)
    } else {
      do throws(JOSEError) {
        try token.verify(
          with: client.keys ?? JSONWebKeySet([]), allowing: Set(SigningAlgorithm.allCases))
      } catch {
        throw OAuthError(.invalidClient, description: "the client's assertion: \(error)")
      }
    }
    guard client.clientID.isExactly(token.claims["iss"]?.string) else {
      throw OAuthError(.invalidClient, description: "'iss' of the assertion is not the client")
    }
    guard audiences.contains(where: token.claims.audiences.containsExactly) else {
      throw OAuthError(.invalidClient, description: "'aud' of the assertion is not this provider")
    }
    if let problem = token.claims.timeProblem(at: now) {
      throw OAuthError(.invalidClient, description: "the assertion \(problem)")
    }
    guard let id = token.claims["jti"]?.string else {
      throw OAuthError(.invalidClient, description: "the assertion has no 'jti'")
    }
    // A time that no `Int` can hold is never reached.
    let expires = token.claims["exp"]?.double?.rounded(.up) ?? 0
    return (id, Int(exactly: expires) ?? .max)
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
      throw OAuthError(
        .invalidClient, description: "the client's assertion is not authenticated by its secret")
    }
  }
}

extension JSONObject {
  /// Returns why a token with these claims isn't valid at a time; `nil` when it is.
  ///
  /// `exp` is required; it and `nbf` may have a fraction (RFC 7519 2, 4.1.4 and 4.1.5).
  func timeProblem(at now: Date) -> String? {
    guard let expires = self["exp"]?.double, now.timeIntervalSince1970 < expires else {
      return "has expired"
    }
    guard let start = self["nbf"] else { return nil }
    guard let start = start.double, start <= now.timeIntervalSince1970 else {
      return "is not valid yet"
    }
    return nil
  }
}
