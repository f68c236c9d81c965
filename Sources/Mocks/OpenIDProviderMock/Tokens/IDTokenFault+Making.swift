import DocgenHashing
import DocgenJOSE
import DocgenJSON

extension IDTokenFault {
  /// Returns whether a token has what this fault changes; otherwise the fault waits for the next
  /// token.
  func applies(to token: IDToken) -> Bool {
    switch self {
    case .invalidNonce, .missingNonce: token.grant.nonce != nil && !token.omitsNonce
    case .invalidAccessTokenHash, .missingAccessTokenHash: token.accessToken != nil
    case .invalidCodeHash, .missingCodeHash: token.code != nil
    case .invalidIssuerAfterRefresh, .invalidSubjectAfterRefresh: token.omitsNonce
    default: true
    }
  }

  func change(_ claims: inout JSONObject, now: Int) {
    switch self {
    case .invalidIssuer, .invalidIssuerAfterRefresh: claims["iss"] = "https://other.example"
    case .invalidAudience: claims["aud"] = "somebody-else"
    case .missingAudience: claims["aud"] = nil
    case .missingSubject: claims["sub"] = nil
    case .missingIssuedAt: claims["iat"] = nil
    case .invalidNonce: claims["nonce"] = "another-nonce"
    case .missingNonce: claims["nonce"] = nil
    case .invalidAccessTokenHash: claims["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA"
    case .missingAccessTokenHash: claims["at_hash"] = nil
    case .invalidCodeHash: claims["c_hash"] = "AAAAAAAAAAAAAAAAAAAAAA"
    case .missingCodeHash: claims["c_hash"] = nil
    case .invalidSubjectAfterRefresh: claims["sub"] = "somebody-else"
    case .expired:
      claims["iat"] = .integer(now - 7_200)
      claims["exp"] = .integer(now - 3_600)
    case .notYetValid:
      claims["iat"] = .integer(now + 3_600)
      claims["nbf"] = .integer(now + 3_600)
      claims["exp"] = .integer(now + 7_200)
    case .invalidSignature, .symmetricSignature, .unsigned, .missingKeyID, .unknownKeyID: break
    }
  }

  /// Returns the `kid` of the token's header.
  func keyID(insteadOf right: String) -> String? {
    switch self {
    case .missingKeyID: nil
    case .unknownKeyID: "no-such-key"
    default: right
    }
  }

  /// Returns the token with header and signature changed, if that is the fault.
  func change(_ token: JSONWebToken, secret: String) -> JSONWebToken {
    var header = token.header
    switch self {
    case .invalidSignature:
      var signature = token.signature
      signature[0] ^= 1
      return JSONWebToken(header: header, claims: token.claims, signature: signature)
    case .unsigned:
      header["alg"] = "none"
      return JSONWebToken(header: header, claims: token.claims, signature: [])
    case .symmetricSignature:
      header["alg"] = "HS256"
      let input = JSONWebToken(header: header, claims: token.claims, signature: []).signingInput
      let code = Digest.sha256.authenticationCode(input.utf8, key: Array(secret.utf8))
      return JSONWebToken(header: header, claims: token.claims, signature: code)
    default:
      return token
    }
  }
}
