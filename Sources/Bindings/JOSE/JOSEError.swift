/// The reason why a key, signature or token was rejected; never contains key material or a token.
public enum JOSEError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text isn't unpadded base64url (RFC 7515 2); the reason.
  case malformedBase64URL(String)
  /// The text isn't a compact JWS (RFC 7515 7.1) of a JSON object; the reason.
  case malformedToken(String)
  /// The PEM text or JWK (RFC 7517) isn't a key; the reason.
  case malformedKey(String)
  /// The name isn't a supported signature algorithm; `none` never is.
  case unsupportedAlgorithm(String)
  /// The token's algorithm is supported, but the verifier doesn't allow it.
  case algorithmNotAllowed(String)
  /// The algorithm needs another type, curve or size of key (RFC 7518 3).
  case unsuitableKey(String)
  /// No key of the set matches the token; the token's `kid`.
  case unknownKey(String)
  /// The signature isn't one of this key over these bytes.
  case signatureMismatch
  /// libcrypto failed in an operation; its code and message.
  case openSSL(operation: String, code: UInt, message: String)

  /// A lower-case clause that describes the error, for developers and logs.
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
