/// Why a key, a signature or a token was refused; never quotes key material or a token.
public enum JOSEError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is not unpadded base64url (RFC 7515 2); the clause says what is wrong with it.
  case malformedBase64URL(String)
  /// The text is not a compact JWS (RFC 7515 7.1) of a JSON object; the clause says why.
  case malformedToken(String)
  /// The PEM text or JWK (RFC 7517) is not a key; the clause says why.
  case malformedKey(String)
  /// The name stands for no signature algorithm that is known here; `none` never is.
  case unsupportedAlgorithm(String)
  /// The token's algorithm is a known one, but not one the verifier expects.
  case algorithmNotAllowed(String)
  /// The key is of another type, curve or size than the algorithm needs (RFC 7518 3).
  case unsuitableKey(String)
  /// No key of the set may have signed the token; the text is the token's `kid`.
  case unknownKey(String)
  /// The signature was not made by this key over these bytes.
  case signatureMismatch
  /// libcrypto failed in the named operation; its own code and message.
  case openSSL(operation: String, code: UInt, message: String)

  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .malformedBase64URL(let reason): "malformed base64url: \(reason)"
    case .malformedToken(let reason): "malformed token: \(reason)"
    case .malformedKey(let reason): "malformed key: \(reason)"
    case .unsupportedAlgorithm(let name): "unsupported algorithm '\(name)'"
    case .algorithmNotAllowed(let name): "algorithm '\(name)' is not allowed here"
    case .unsuitableKey(let reason): "unsuitable key: \(reason)"
    case .unknownKey(let id): "no key '\(id)' in the key set"
    case .signatureMismatch: "the signature does not match"
    case .openSSL(let operation, _, let message): "\(operation) failed: \(message)"
    }
  }
}
