import DocgenJOSE
import DocgenJSON
import Testing

@Suite struct SigningTests {
  /// Made once: RSA keys are slow to make.
  static let rsa = Result { try PrivateKey.generateRSA() }

  static let claims: JSONObject = ["iss": "http://127.0.0.1:9090", "sub": "alice", "exp": 60]

  static func key(for algorithm: SigningAlgorithm) throws -> PrivateKey {
    if algorithm == .edDSA { return try .generateEd25519() }
    guard let curve = algorithm.curve else { return try rsa.get() }
    return try PrivateKey.generate(on: curve)
  }

  @Test("a signed token verifies, and its header says how", arguments: SigningAlgorithm.allCases)
  func roundTrip(algorithm: SigningAlgorithm) throws {
    let key = try Self.key(for: algorithm)
    let token = try JSONWebToken(
      signing: Self.claims, header: ["typ": "JWT", "alg": "none"], keyID: "k1", with: key,
      algorithm: algorithm)
    let decoded = try JSONWebToken(decoding: token.compact)
    #expect(decoded == token)
    #expect(decoded.header == ["alg": .string(algorithm.rawValue), "kid": "k1", "typ": "JWT"])
    #expect(decoded.claims == Self.claims)
    try decoded.verify(with: key.publicKey, allowing: [algorithm])
    let published = JSONWebKeySet([
      key.publicKey.jwk(keyID: "k1", algorithm: algorithm, use: "sig")
    ])
    try decoded.verify(
      with: JSONWebKeySet(parsing: published.json.serialized()), allowing: [algorithm])
  }

  @Test(
    "every changed byte of a token is noticed", arguments: [SigningAlgorithm.rs256, .es256, .edDSA])
  func tampering(algorithm: SigningAlgorithm) throws {
    let key = try Self.key(for: algorithm)
    let token = try JSONWebToken(signing: Self.claims, with: key, algorithm: algorithm)
    var claims = Self.claims
    claims["sub"] = "mallory"
    let forged = JSONWebToken(header: token.header, claims: claims, signature: token.signature)
    #expect(throws: JOSEError.signatureMismatch) {
      try forged.verify(with: key.publicKey, allowing: [algorithm])
    }
    for index in [0, token.signature.count / 2, token.signature.count - 1] {
      var signature = token.signature
      signature[index] ^= 1
      let forged = JSONWebToken(
        header: token.header, claims: token.claims, signature: signature)
      #expect(throws: JOSEError.signatureMismatch) {
        try forged.verify(with: key.publicKey, allowing: [algorithm])
      }
    }
  }

  @Test(
    "a signature of another length is wrong, not a crash", arguments: [0, 1, 63, 65, 72, 4_096])
  func signatureLength(length: Int) throws {
    let ec = try PrivateKey.generate(on: .p256)
    for (key, algorithm) in [(ec, SigningAlgorithm.es256), (try Self.rsa.get(), .rs256)] {
      #expect(throws: JOSEError.signatureMismatch) {
        try key.publicKey.verify(
          [UInt8](repeating: 0, count: length), over: [1, 2, 3], with: algorithm)
      }
    }
  }

  @Test("an ES256 signature in DER is refused (RFC 7518 3.4)")
  func derSignature() throws {
    let key = try PrivateKey.generate(on: .p256)
    let raw = try key.sign([1], with: .es256)
    let der = [0x30, 68, 2, 32] + raw.prefix(32) + [2, 32] + raw.suffix(32)
    #expect(throws: JOSEError.signatureMismatch) {
      try key.publicKey.verify(der, over: [1], with: .es256)
    }
  }

  @Test("another key of the same kind does not verify")
  func otherKey() throws {
    let token = try JSONWebToken(
      signing: Self.claims, with: .generate(on: .p256), algorithm: .es256)
    #expect(throws: JOSEError.signatureMismatch) {
      try token.verify(with: PrivateKey.generate(on: .p256).publicKey, allowing: [.es256])
    }
  }

  @Test("a key works from several tasks at once")
  func concurrency() async throws {
    let key = try Self.rsa.get()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<32 {
        group.addTask {
          let token = try JSONWebToken(
            signing: ["n": .integer(index)], with: key, algorithm: .ps256)
          try token.verify(with: key.publicKey, allowing: [.ps256])
        }
      }
      try await group.waitForAll()
    }
  }
}
