import DocgenHashing
import DocgenJOSE
import DocgenJSON
import Testing

/// What a verifier must refuse (RFC 8725 2 and 3).
@Suite struct VerificationTests {
  @Test("alg none is refused in every spelling", arguments: ["none", "None", "NONE", "nOnE"])
  func none(name: String) throws {
    let token = JSONWebToken(header: ["alg": .string(name)], claims: [:], signature: [])
    #expect(throws: JOSEError.unsupportedAlgorithm(name)) {
      try JSONWebToken(decoding: token.compact).verify(
        with: SigningTests.rsa.get().publicKey, allowing: Set(SigningAlgorithm.allCases))
    }
  }

  @Test("HS256 over the public key is refused (RFC 8725 2.1)")
  func algorithmConfusion() throws {
    let key = try SigningTests.rsa.get().publicKey
    let modulus = Array(key.jwk().json.serialized().utf8)
    let unsigned = JSONWebToken(header: ["alg": "HS256"], claims: ["sub": "a"], signature: [])
    let forged = JSONWebToken(
      header: unsigned.header, claims: unsigned.claims,
      signature: Digest.sha256.authenticationCode(unsigned.signingInput.utf8, key: modulus))
    #expect(throws: JOSEError.unsupportedAlgorithm("HS256")) {
      try forged.verify(with: key, allowing: Set(SigningAlgorithm.allCases))
    }
  }

  @Test("a known algorithm off the list is refused")
  func notAllowed() throws {
    let key = try SigningTests.rsa.get()
    let token = try JSONWebToken(signing: [:], with: key, algorithm: .rs512)
    #expect(throws: JOSEError.algorithmNotAllowed("RS512")) {
      try token.verify(with: key.publicKey, allowing: [.rs256, .es256])
    }
  }

  @Test("a key of another family, curve or size is refused (RFC 7518 3.3, 3.4)")
  func unsuitableKeys() throws {
    let small = try PrivateKey.generateRSA(bits: 1_024)
    #expect(
      throws: JOSEError.unsuitableKey("RS256 needs at least 2048 bits, this key has 1024")
    ) {
      try small.sign([1], with: .rs256)
    }
    let p256 = try PrivateKey.generate(on: .p256)
    #expect(throws: JOSEError.unsuitableKey("ES384 needs P-384, this key is on P-256")) {
      try p256.publicKey.verify([], over: [], with: .es384)
    }
    #expect(
      throws: JOSEError.unsuitableKey("RS256 needs an RSA key, this one is elliptic curve")
    ) {
      try p256.sign([1], with: .rs256)
    }
    #expect(
      throws: JOSEError.unsuitableKey("ES256 needs an elliptic curve key, this one is RSA")
    ) {
      try small.sign([1], with: .es256)
    }
  }

  @Test("a critical extension is refused (RFC 7515 4.1.11)")
  func critical() throws {
    let key = try PrivateKey.generate(on: .p256)
    let token = try JSONWebToken(
      signing: [:], header: ["crit": ["b64"], "b64": false], with: key, algorithm: .es256)
    #expect(
      throws: JOSEError.malformedToken("its header asks for extensions with 'crit'")
    ) {
      try token.verify(with: key.publicKey, allowing: [.es256])
    }
  }

  @Test("an unknown kid is told apart from a bad signature (OpenID Connect Core 10.1.1)")
  func unknownKey() throws {
    let key = try PrivateKey.generate(on: .p256)
    let token = try JSONWebToken(signing: [:], keyID: "new", with: key, algorithm: .es256)
    #expect(throws: JOSEError.unknownKey("new")) {
      try token.verify(
        with: JSONWebKeySet([key.publicKey.jwk(keyID: "old")]), allowing: [.es256])
    }
    #expect(throws: JOSEError.signatureMismatch) {
      let other = try PrivateKey.generate(on: .p256).publicKey.jwk(keyID: "new")
      try token.verify(with: JSONWebKeySet([other]), allowing: [.es256])
    }
    let unnamed = try JSONWebToken(signing: [:], with: key, algorithm: .es256)
    let others = try (0..<2).map { _ in try PrivateKey.generate(on: .p256).publicKey.jwk() }
    try unnamed.verify(
      with: JSONWebKeySet(others + [key.publicKey.jwk(keyID: "old")]), allowing: [.es256])
  }

  @Test("every truncation of a token is refused")
  func truncated() throws {
    let compact = PublishedVectors.es256Token
    let key = try PublishedVectors.publicKey(PublishedVectors.es256Key)
    for length in 0..<compact.count {
      #expect(throws: JOSEError.self) {
        try JSONWebToken(decoding: String(compact.prefix(length)))
          .verify(with: key, allowing: [.es256])
      }
    }
  }

  @Test(
    "what is not a compact JWS of objects is refused",
    arguments: [
      "", ".", "..", "a.b", "a.b.c.d", "W10.e30.", "e30.e30.", "eyJhbGciOjF9.e30.",
      "eyJhbGciOiJSUzI1NiJ9.W10.", "eyJhbGciOiJSUzI1NiJ9.e30.=", " eyJhbGciOiJSUzI1NiJ9.e30.",
      "eyJhbGciOiJSUzI1NiJ9.e30.AA\n", "eyJhbGciOiIifQ.e30.",
    ])
  func malformed(text: String) {
    #expect(throws: JOSEError.self) { try JSONWebToken(decoding: text) }
  }

  @Test(
    "base64url is read strictly",
    arguments: ["A", "AAAAA", "AA==", "AA=", "A+z/4ME", "AA AA", "AB", "AAB", "Zé", "\u{0}AAA"])
  func strictBase64(text: String) {
    #expect(throws: JOSEError.self) { try Base64URL.decode(text) }
  }
}
