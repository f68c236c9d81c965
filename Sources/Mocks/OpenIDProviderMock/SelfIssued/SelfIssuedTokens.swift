import DocgenJOSE
import DocgenJSON

/// The tokens that a phone issues for a request.
struct SelfIssuedTokens {
  let request: SelfIssuedRequest
  let claims: JSONObject
  let key: PrivateKey
  let issued: Int
  /// The number of seconds for which tokens are valid.
  private static let lifetime = 600

  private var publicKey: JSONWebKey { key.publicKey.jwk() }

  /// The public key as text: the base64url of the JWK's required members, as in `did:jwk`.
  ///
  /// The first version of the protocol never specified the format.
  private var keyText: String {
    Base64URL.encode(publicKey.json.serialized(sortedKeys: true).utf8)
  }

  func idToken() throws(JOSEError) -> String {
    var token: JSONObject = [:]
    var keyID: String?
    switch request.shape {
    case .byReference:
      token["iss"] = .string(keyText)
      token["user_id"] = .string(keyText)
    case .core:
      token["iss"] = "https://self-issued.me"
      token["sub"] = .string(publicKey.thumbprint)
      token["sub_jwk"] = publicKey.json
    case .secondVersion:
      let subject = subject(request.subjectSyntax)
      token["iss"] = .string(subject)
      token["sub"] = .string(subject)
      switch request.subjectSyntax {
      case .thumbprint: token["sub_jwk"] = publicKey.json
      // The client resolves the DID, whose only key has this name.
      case .didJWK: keyID = subject + "#0"
      }
    }
    // The first version needs no audience: each client has a separate key.
    if request.shape != .byReference { token["aud"] = .string(request.clientID) }
    token["nonce"] = .string(request.nonce)
    token["exp"] = .integer(issued + Self.lifetime)
    token["iat"] = .integer(issued)
    if request.shape != .byReference {
      for (name, value) in releasedClaims.members where token[name] == nil { token[name] = value }
    }
    return try sign(token, keyID: keyID)
  }

  func userInfoToken() throws(JOSEError) -> String {
    var info: JSONObject = ["user_id": .string(keyText)]
    for (name, value) in releasedClaims.members where info[name] == nil { info[name] = value }
    return try sign(info, keyID: nil)
  }

  private func subject(_ syntax: SelfIssuedRequest.SubjectSyntax) -> String {
    switch syntax {
    // RFC 9278 3.
    case .thumbprint: syntax.rawValue + ":sha-256:" + publicKey.thumbprint
    case .didJWK: syntax.rawValue + ":" + keyText
    }
  }

  private var releasedClaims: JSONObject {
    StandardScope.claims(
      of: User(username: "", claims: claims), scopes: request.scopes, names: request.claimNames)
  }

  private func sign(_ claims: JSONObject, keyID: String?) throws(JOSEError) -> String {
    try JSONWebToken(
      signing: claims, header: ["typ": "JWT"], keyID: keyID, with: key,
      algorithm: .es256
    ).compact
  }
}
