import DocgenJOSE
import DocgenJSON
import Testing

@Suite struct KeyTests {
  /// Made with `openssl genpkey` for this test alone.
  static let privatePEM = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNKuBUt+ZDnLXjmWT
    2Q78AVUgIs1y697JXtCPg72ZwWmhRANCAAQjePy24S9W0dvwmWy3wYsKlWJZJHVP
    HkcYAZWnsIXbop5xDb4I6cluFqMW6uoGHzMoeijKqbekZboX2MeEu7y/
    -----END PRIVATE KEY-----
    """
  static let publicPEM = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEI3j8tuEvVtHb8Jlst8GLCpViWSR1
    Tx5HGAGVp7CF26KecQ2+COnJbhajFurqBh8zKHooyqm3pGW6F9jHhLu8vw==
    -----END PUBLIC KEY-----
    """
  static let encryptedPEM = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiib7MkcgAQpQICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBsSalcz2Q9it0llD5fCjv0EgZAY
    MaqP0Em8lA47nPQbsHSBAOOYggBAvzSX45z2yOzbQE/8F9pVemYpsHYsSV+qOh2U
    ethsBIU3eQDaiv4mvr9Y3p4Cwiu3fZt9+icImMhWgKBb4AzCEa0x7X6V9oaQ0MRH
    nenhRbTvZ2vMbgMps2THoiouFlxjkRXNttvtBX3iEhCB6sBPxwRRhEYqKIzntdo=
    -----END ENCRYPTED PRIVATE KEY-----
    """

  @Test("a private key from PEM signs what its public half verifies")
  func pem() throws {
    let key = try PrivateKey(pem: Self.privatePEM)
    let publicKey = try PublicKey(pem: Self.publicPEM)
    #expect(key.publicKey == publicKey)
    #expect(key.type == .ellipticCurve(.p256))
    try publicKey.verify(key.sign([1, 2], with: .es256), over: [1, 2], with: .es256)
  }

  @Test("a key that was written as PEM is the same when it is read again")
  func writtenPEM() throws {
    for key in [try PrivateKey.generate(on: .p256), try PrivateKey.generateRSA()] {
      let text = try key.pem()
      #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
      #expect(text.hasSuffix("-----END PRIVATE KEY-----\n"))
      let same = try PrivateKey(pem: text)
      #expect(same.publicKey == key.publicKey)
      let algorithm: SigningAlgorithm = key.type == .ellipticCurve(.p256) ? .es256 : .rs256
      try key.publicKey.verify(same.sign([1], with: algorithm), over: [1], with: algorithm)
    }
  }

  @Test("an unreadable PEM keeps libcrypto's message", arguments: ["hello", Self.publicPEM])
  func unreadablePEM(text: String) throws {
    let error = try #require(throws: JOSEError.self) { try PrivateKey(pem: text) }
    guard case .openSSL(let operation, let code, let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(operation == "reading a PEM private key")
    #expect(code != 0)
    #expect(message.contains("no start line") || message.contains("unsupported"))
    #expect(!message.contains("hello"))
  }

  @Test("an encrypted PEM fails at once instead of asking for its pass phrase")
  func encrypted() {
    #expect(throws: JOSEError.self) { try PrivateKey(pem: Self.encryptedPEM) }
  }

  @Test("an empty PEM is refused")
  func emptyPEM() {
    #expect(throws: JOSEError.self) { try PrivateKey(pem: "") }
    #expect(throws: JOSEError.self) { try PublicKey(pem: "") }
  }

  @Test("coordinates keep their leading zeros (RFC 7518 6.2.1.2)")
  func leadingZeros() throws {
    for _ in 0..<300 {
      let key = try PrivateKey.generate(on: .p256).publicKey
      guard case .ellipticCurve(_, let x, let y) = key.material else { continue }
      #expect(x.count == 32 && y.count == 32)
      #expect(try PublicKey(key.material) == key)
    }
  }

  @Test("a point off its curve is refused")
  func pointOffCurve() throws {
    guard
      case .ellipticCurve(let curve, let x, var y) = try PrivateKey.generate(on: .p256)
        .publicKey.material
    else { return }
    y[31] ^= 1
    #expect(throws: JOSEError.self) { try PublicKey(.ellipticCurve(curve, x: x, y: y)) }
  }

  @Test(
    "a malformed JWK says what is wrong",
    arguments: [
      ("[]", "it is an array"), ("{}", "it has no 'kty'"),
      (#"{"kty":"oct","k":"AA"}"#, "its 'kty' is none of RSA, EC and OKP"),
      (#"{"kty":"RSA","e":"AQAB"}"#, "it has no 'n'"),
      (#"{"kty":"RSA","n":"AQAB","e":7}"#, "its 'e' is a number, not a string"),
      (#"{"kty":"RSA","n":"","e":"AQAB"}"#, "its 'n' is empty"),
      (
        #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
        "its curve is not one of P-256, P-384 and P-521"
      ),
      (#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, "a coordinate on P-256 has 32 bytes"),
    ])
  func malformedKey(text: String, reason: String) throws {
    let json = try JSONParser.parse(text)
    #expect(throws: JOSEError.malformedKey(reason)) { try JSONWebKey(json: json) }
    // In a set it is passed over, and remembered (RFC 7517 5).
    let set = try JSONWebKeySet(json: ["keys": [json, PublishedVectors.thumbprintKey]])
    #expect(set.keys.count == 1)
    #expect(set.ignored == [.malformedKey(reason)])
  }

  @Test("a key set that is none is refused", arguments: ["", "[]", "{}", #"{"keys":{}}"#, "{"])
  func malformedSet(text: String) {
    #expect(throws: JOSEError.self) { try JSONWebKeySet(parsing: text) }
  }

  @Test("private members of a JWK are never written back")
  func privateMembers() throws {
    var json = try #require(PublishedVectors.es256Key.object)
    json["d"] = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
    let key = try JSONWebKey(json: .object(json))
    #expect(key.json == PublishedVectors.es256Key)
  }
}
