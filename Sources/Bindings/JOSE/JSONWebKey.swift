import DocgenHashing
public import DocgenJSON

/// The public members of a JSON Web Key (RFC 7517): RSA, elliptic curve or Ed25519.
public struct JSONWebKey: Sendable, Equatable {
  /// The key's numbers, big-endian.
  public enum Material: Sendable, Equatable {
    /// `n` and `e` (RFC 7518 6.3.1).
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// `crv`, `x` and `y` (RFC 7518 6.2.1); coordinates have the curve's full length.
    case ellipticCurve(EllipticCurve, x: [UInt8], y: [UInt8])
    /// `x` of an Ed25519 key, 32 bytes (RFC 8037 2).
    case ed25519(x: [UInt8])
  }

  /// The numbers.
  public var material: Material
  /// `kid`, the ID by which tokens refer to the key.
  public var keyID: String?
  /// `alg`, the only algorithm for the key; it may be an unsupported one.
  public var algorithm: String?
  /// `use`: `sig` for signatures, `enc` for encryption.
  public var use: String?

  /// Creates a key from its parts.
  public init(
    _ material: Material, keyID: String? = nil, algorithm: String? = nil, use: String? = nil
  ) {
    self.material = material
    self.keyID = keyID
    self.algorithm = algorithm
    self.use = use
  }

  /// Parses a key from JSON; drops private members and ignores unknown ones (RFC 7517 4).
  ///
  /// - Throws: `JOSEError.malformedKey` or `.malformedBase64URL`.
  public init(json: JSONValue) throws(JOSEError) {
    guard let object = json.object else { throw .malformedKey("it is \(json.kind)") }
    switch try Self.text("kty", in: object) {
    case "RSA":
      material = try .rsa(
        modulus: Self.number("n", in: object), exponent: Self.number("e", in: object))
    case "EC":
      guard let curve = EllipticCurve(rawValue: try Self.text("crv", in: object)) else {
        throw .malformedKey("its curve is not one of P-256, P-384 and P-521")
      }
      let x = try Self.number("x", in: object)
      let y = try Self.number("y", in: object)
      guard x.count == curve.coordinateByteCount, y.count == x.count else {
        throw .malformedKey(
          "a coordinate on \(curve.rawValue) has \(curve.coordinateByteCount) bytes")
      }
      material = .ellipticCurve(curve, x: x, y: y)
    case "OKP":
      guard try Self.text("crv", in: object) == "Ed25519" else {
        throw .malformedKey("its curve is not Ed25519")
      }
      let x = try Self.number("x", in: object)
      guard x.count == 32 else { throw .malformedKey("a key on Ed25519 has 32 bytes") }
      material = .ed25519(x: x)
    default:
      throw .malformedKey("its 'kty' is none of RSA, EC and OKP")
    }
    keyID = try Self.optionalText("kid", in: object)
    algorithm = try Self.optionalText("alg", in: object)
    use = try Self.optionalText("use", in: object)
  }

  /// The key as JSON, with public members only.
  public var json: JSONValue {
    var object = requiredMembers
    if let keyID { object["kid"] = .string(keyID) }
    if let use { object["use"] = .string(use) }
    if let algorithm { object["alg"] = .string(algorithm) }
    return .object(object)
  }

  /// The SHA-256 thumbprint (RFC 7638 3) in base64url; equal for equal keys, regardless of `kid`.
  public var thumbprint: String {
    let text = JSONValue.object(requiredMembers).serialized(sortedKeys: true)
    return Base64URL.encode(Digest.sha256.hash(text.utf8))
  }

  private var requiredMembers: JSONObject {
    switch material {
    case .rsa(let modulus, let exponent):
      [
        "kty": "RSA", "n": .string(Base64URL.encode(modulus)),
        "e": .string(Base64URL.encode(exponent)),
      ]
    case .ellipticCurve(let curve, let x, let y):
      [
        "kty": "EC", "crv": .string(curve.rawValue), "x": .string(Base64URL.encode(x)),
        "y": .string(Base64URL.encode(y)),
      ]
    case .ed25519(let x):
      ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(x))]
    }
  }

  private static func text(_ key: String, in object: JSONObject) throws(JOSEError) -> String {
    guard let text = try optionalText(key, in: object) else {
      throw .malformedKey("it has no '\(key)'")
    }
    return text
  }

  private static func optionalText(
    _ key: String, in object: JSONObject
  ) throws(JOSEError) -> String? {
    guard let value = object[key] else { return nil }
    guard let text = value.string else {
      throw .malformedKey("its '\(key)' is \(value.kind), not a string")
    }
    return text
  }

  private static func number(_ key: String, in object: JSONObject) throws(JOSEError) -> [UInt8] {
    let bytes = try Base64URL.decode(text(key, in: object))
    guard !bytes.isEmpty else { throw .malformedKey("its '\(key)' is empty") }
    return bytes
  }
}
