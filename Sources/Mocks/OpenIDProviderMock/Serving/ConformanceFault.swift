import JSON

/// What the OpenID Foundation's relying-party tests do wrong, under their names.
///
/// A client that notices each of them can say so in a number: see `ConformanceCoverage`.
public enum ConformanceFault: String, Sendable, CaseIterable {
  /// `iss` is another issuer's.
  case invalidIssuer = "invalid-iss"
  /// `aud` is another client.
  case invalidAudience = "invalid-aud"
  /// There is no `aud`.
  case missingAudience = "missing-aud"
  /// There is no `sub`.
  case missingSubject = "missing-sub"
  /// There is no `iat`.
  case missingIssuedAt = "missing-iat"
  /// An RS256 signature with a changed bit.
  case invalidSignatureRS256 = "invalid-sig-rs256"
  /// An ES256 signature with a changed bit.
  case invalidSignatureES256 = "invalid-sig-es256"
  /// `HS256`, which the client has not registered for.
  case invalidSignatureHS256 = "invalid-sig-hs256"
  /// `alg` is `none`, and there is no signature.
  case unsigned = "sig-none"
  /// No `kid`, and a single published key; a client may accept it.
  case missingKeyIDSingleKey = "kid-absent-single"
  /// No `kid`, and several published keys of the type.
  case missingKeyIDSeveralKeys = "kid-absent-multiple"
  /// `nonce` is not the client's.
  case invalidNonce = "nonce-invalid"
  /// `at_hash` is that of another access token.
  case invalidAccessTokenHash = "invalid-at_hash"
  /// There is no `at_hash` though an access token comes along.
  case missingAccessTokenHash = "missing-at_hash"
  /// `c_hash` is that of another code.
  case invalidCodeHash = "invalid-c_hash"
  /// There is no `c_hash` though a code comes along.
  case missingCodeHash = "missing-c_hash"
  /// The `sub` of userinfo is not that of the ID token.
  case userInfoInvalidSubject = "userinfo-invalid-sub"
  /// A refreshed ID token has another `iss`.
  case refreshInvalidIssuer = "refresh-invalid-iss"
  /// A refreshed ID token has another `sub`.
  case refreshInvalidSubject = "refresh-invalid-sub"
  /// The discovery document names another issuer.
  case discoveryIssuerMismatch = "discovery-issuer-mismatch"
  /// The signing keys have changed since the last login; a client must go on working.
  case keyRotation = "key-rotation"
  /// The signing keys change in the middle of a login; a client must fetch them again.
  case keyRotationBeforeSigning = "key-rotation-just-before-signing"
  /// An error comes by `response_mode=form_post`.
  case formPostError = "form-post-error"
  /// After a logout the `state` is another.
  case logoutOtherState = "logout-other-state"

  /// What is wrong with the ID token, where it is that.
  var idTokenFault: IDTokenFault? {
    switch self {
    case .invalidIssuer: .invalidIssuer
    case .invalidAudience: .invalidAudience
    case .missingAudience: .missingAudience
    case .missingSubject: .missingSubject
    case .missingIssuedAt: .missingIssuedAt
    case .invalidSignatureRS256, .invalidSignatureES256: .invalidSignature
    case .invalidSignatureHS256: .symmetricSignature
    case .unsigned: .unsigned
    case .missingKeyIDSingleKey, .missingKeyIDSeveralKeys: .missingKeyID
    case .invalidNonce: .invalidNonce
    case .invalidAccessTokenHash: .invalidAccessTokenHash
    case .missingAccessTokenHash: .missingAccessTokenHash
    case .invalidCodeHash: .invalidCodeHash
    case .missingCodeHash: .missingCodeHash
    case .refreshInvalidIssuer: .invalidIssuerAfterRefresh
    case .refreshInvalidSubject: .invalidSubjectAfterRefresh
    case .userInfoInvalidSubject, .discoveryIssuerMismatch, .keyRotation,
      .keyRotationBeforeSigning, .formPostError, .logoutOtherState:
      nil
    }
  }

  /// What is wrong with an answer, where it is that.
  var answerFault: (endpoint: Endpoint, fault: AnswerFault, parameters: [String: String])? {
    switch self {
    case .userInfoInvalidSubject: (.userInfo, .member("sub", "somebody-else"), [:])
    case .discoveryIssuerMismatch:
      (.discovery, .member("issuer", "https://other.example"), [:])
    case .formPostError:
      (.authorization, .error("server_error"), ["response_mode": "form_post"])
    case .logoutOtherState: (.endSession, .member("state", "another-state"), [:])
    default: nil
    }
  }
}
