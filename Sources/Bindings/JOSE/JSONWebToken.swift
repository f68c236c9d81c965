public import DocgenJSON

/// A JSON Web Token (RFC 7519) in the compact form of a signed JWS (RFC 7515 7.1).
///
/// Decoding a token doesn't verify its signature; `verify` does.
public struct JSONWebToken: Sendable, Equatable {
  /// The protected header.
  public let header: JSONObject
  /// The claims.
  public let claims: JSONObject
  /// The signature; empty for an unsecured token.
  public let signature: [UInt8]
  /// The signed part: header and claims in base64url, with a dot between them.
  public let signingInput: String

  /// The header's `alg`, as in the token.
  public var algorithm: String { header["alg"]?.string ?? "" }
  /// The header's `kid`.
  public var keyID: String? { header["kid"]?.string }
  /// The token in compact form.
  public var compact: String { signingInput + "." + Base64URL.encode(signature) }

  /// Creates a token with any signature, even an invalid or empty one; for negative tests.
  public init(header: JSONObject, claims: JSONObject, signature: [UInt8]) {
    self.header = header
    self.claims = claims
    self.signature = signature
    signingInput = Self.signingInput(header: header, claims: claims)
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: the claims, serialised in order.
  ///   - header: more header members; this initializer sets `alg`, and `kid` if given.
  ///   - keyID: the `kid`.
  ///   - key: the signing key.
  ///   - algorithm: the signature algorithm.
  /// - Throws: `JOSEError.unsuitableKey` when the key doesn't fit the algorithm.
  public init(
    signing claims: JSONObject, header: JSONObject = [:], keyID: String? = nil,
    with key: PrivateKey, algorithm: SigningAlgorithm
  ) throws(JOSEError) {
    var members: JSONObject = ["alg": .string(algorithm.rawValue)]
    if let keyID { members["kid"] = .string(keyID) }
    for member in header.members where members[member.key] == nil {
      members[member.key] = member.value
    }
    self.header = members
    self.claims = claims
    signingInput = Self.signingInput(header: members, claims: claims)
    signature = try key.sign(Array(signingInput.utf8), with: algorithm)
  }

  /// Decodes a token without verifying it.
  ///
  /// - Throws: `JOSEError.malformedToken` or `.malformedBase64URL`.
  public init(decoding compact: String) throws(JOSEError) {
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .malformedToken("it has \(parts.count) parts, a signed token has three")
    }
    header = try Self.object(parts[0], named: "header")
    claims = try Self.object(parts[1], named: "payload")
    signature = try Base64URL.decode(parts[2])
    signingInput = "\(parts[0]).\(parts[1])"
    guard let algorithm = header["alg"]?.string, !algorithm.isEmpty else {
      throw .malformedToken("its header has no 'alg'")
    }
  }

  private static func signingInput(header: JSONObject, claims: JSONObject) -> String {
    let texts = [header, claims].map { JSONValue.object($0).serialized() }
    return texts.map { Base64URL.encode($0.utf8) }.joined(separator: ".")
  }

  private static func object(
    _ part: Substring, named name: String
  ) throws(JOSEError) -> JSONObject {
    let bytes = try Base64URL.decode(part)
    // The parser's message could contain a claim, so only name the part.
    guard let value = try? JSONParser.parse(bytes), let object = value.object else {
      throw .malformedToken("its \(name) is not a JSON object")
    }
    return object
  }
}

extension JSONObject {
  /// The audiences of a token with these claims: one string or several (RFC 7519 4.1.3).
  public var audiences: [String] {
    self["aud"]?.string.map { [$0] } ?? self["aud"]?.array?.compactMap(\.string) ?? []
  }
}
