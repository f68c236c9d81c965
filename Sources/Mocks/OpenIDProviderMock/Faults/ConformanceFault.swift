import DocgenJSON

/// The faults that the OpenID Foundation's relying-party tests inject, under their names.
///
/// `ConformanceCoverage` counts how many of them a client detects.
public enum ConformanceFault: String, Sendable, CaseIterable {
  /// `iss` names another issuer.
  case invalidIssuer = "invalid-iss"
  /// `aud` names another client.
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
  /// `HS256`, which isn't the client's registered algorithm.
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
  /// There is no `at_hash`, though there is an access token.
  case missingAccessTokenHash = "missing-at_hash"
  /// `c_hash` is that of another code.
  case invalidCodeHash = "invalid-c_hash"
  /// There is no `c_hash`, though there is a code.
  case missingCodeHash = "missing-c_hash"
  /// The `sub` of userinfo is not that of the ID token.
  case userInfoInvalidSubject = "userinfo-invalid-sub"
  /// A refreshed ID token has another `iss`.
  case refreshInvalidIssuer = "refresh-invalid-iss"
  /// A refreshed ID token has another `sub`.
  case refreshInvalidSubject = "refresh-invalid-sub"
  /// The discovery document names another issuer.
  case discoveryIssuerMismatch = "discovery-issuer-mismatch"
  /// The signing keys have changed since the last login; a client must still work.
  case keyRotation = "key-rotation"
  /// The signing keys change during a login; a client must fetch them again.
  case keyRotationBeforeSigning = "key-rotation-just-before-signing"
  /// An error sent by `response_mode=form_post`.
  case formPostError = "form-post-error"
  /// After a logout, `state` differs from the request's.
  case logoutOtherState = "logout-other-state"

  /// The fault of the ID token, if it is one.
  var idTokenFault: IDTokenFault? {
    switch self {
    case .invalidSignatureRS256, .invalidSignatureES256: .invalidSignature
    case .unsigned: .unsigned
    case .missingKeyIDSingleKey, .missingKeyIDSeveralKeys: .missingKeyID
    // All others have the same name.
    default: IDTokenFault(rawValue: rawValue)
    }
  }

  /// The fault of another response, if it is one.
  var responseFault: (endpoint: Endpoint, fault: ResponseFault, parameters: [String: String])? {
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

/// The faults, of the 24, that have been served to a client or detected by it.
public struct ConformanceCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The faults covered so far.
  public private(set) var covered: Set<ConformanceFault>

  /// Creates a coverage; by default of no faults.
  public init(covered: Set<ConformanceFault> = []) { self.covered = covered }

  /// Adds a fault.
  public mutating func add(_ fault: ConformanceFault) { covered.insert(fault) }

  /// The faults not covered yet, in the order of `ConformanceFault.allCases`.
  public var missing: [ConformanceFault] {
    ConformanceFault.allCases.filter { !covered.contains($0) }
  }

  /// `22 of 24; missing: kid-absent-single, form-post-error`.
  public var description: String {
    let count = "\(covered.count) of \(ConformanceFault.allCases.count)"
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return missing.isEmpty ? count : count + "; missing: " + names
  }
}
