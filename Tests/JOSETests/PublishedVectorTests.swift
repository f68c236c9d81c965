import DocgenHashing
import DocgenJOSE
import DocgenJSON
import Testing

@Suite struct PublishedVectorTests {
  @Test("RFC 7515 A.2: RS256 verifies")
  func rs256() throws {
    let token = try JSONWebToken(decoding: PublishedVectors.rs256Token)
    try token.verify(
      with: PublishedVectors.publicKey(PublishedVectors.rs256Key), allowing: [.rs256])
    #expect(token.claims["iss"] == "joe")
    #expect(token.claims["exp"] == 1_300_819_380)
    #expect(token.claims["http://example.com/is_root"] == true)
    #expect(token.compact == PublishedVectors.rs256Token)
  }

  @Test("RFC 7515 A.3: ES256 verifies with r and s side by side")
  func es256() throws {
    let token = try JSONWebToken(decoding: PublishedVectors.es256Token)
    #expect(token.signature.count == 64)
    try token.verify(
      with: PublishedVectors.publicKey(PublishedVectors.es256Key), allowing: [.es256])
  }

  @Test("RFC 7515 A.4: ES512 verifies with 66-byte halves")
  func es512() throws {
    let key = try PublishedVectors.publicKey(PublishedVectors.es512Key)
    let signature = try Base64URL.decode(PublishedVectors.es512Signature)
    #expect(signature.count == 132)
    let signed = Array(PublishedVectors.es512Signed.utf8)
    try key.verify(signature, over: signed, with: .es512)
    #expect(throws: JOSEError.signatureMismatch) {
      try key.verify(signature, over: signed + [0], with: .es512)
    }
  }

  @Test("RFC 8037 A.3 and A.4: Ed25519 signs as printed, and has the printed thumbprint")
  func ed25519() throws {
    let key = try JSONWebKey(json: PublishedVectors.ed25519Key)
    #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    let signature = try Base64URL.decode(PublishedVectors.ed25519Signature)
    let signed = Array(PublishedVectors.ed25519Signed.utf8)
    let publicKey = try PublicKey(key.material)
    try publicKey.verify(signature, over: signed, with: .edDSA)
    #expect(throws: JOSEError.signatureMismatch) {
      try publicKey.verify(signature, over: signed + [0], with: .edDSA)
    }
    #expect(
      throws: JOSEError.unsuitableKey("ES256 needs an elliptic curve key, this one is Ed25519")
    ) {
      try publicKey.verify(signature, over: signed, with: .es256)
    }
    let privateKey = try PrivateKey(pem: PublishedVectors.ed25519PrivateKey)
    #expect(privateKey.publicKey == publicKey)
    #expect(try privateKey.sign(signed, with: .edDSA) == signature)
  }

  @Test("RFC 7515 A.5: an unsecured token is read but never verified")
  func unsecured() throws {
    let token = try JSONWebToken(
      decoding: "eyJhbGciOiJub25lIn0"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
    )
    #expect(token.signature.isEmpty)
    #expect(throws: JOSEError.unsupportedAlgorithm("none")) {
      try token.verify(
        with: PublishedVectors.publicKey(PublishedVectors.rs256Key),
        allowing: Set(SigningAlgorithm.allCases))
    }
  }

  @Test("RFC 7638 3.1: the thumbprint")
  func thumbprint() throws {
    var key = try JSONWebKey(json: PublishedVectors.thumbprintKey)
    #expect(key.thumbprint == PublishedVectors.thumbprint)
    key.keyID = "another name"
    #expect(key.thumbprint == PublishedVectors.thumbprint)
  }

  @Test("RFC 7517 A.1: a set of two keys is parsed, found by kid and written back")
  func keySet() throws {
    let text = """
      {"keys": [
        {"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
         "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","use":"enc","kid":"1"},
        \(PublishedVectors.thumbprintKey.serialized())]}
      """
    let set = try JSONWebKeySet(parsing: text)
    #expect(set.keys.count == 2)
    #expect(set.ignored.isEmpty)
    #expect(set[keyID: "2011-04-29"]?.algorithm == "RS256")
    #expect(set[keyID: "1"]?.use == "enc")
    #expect(set[keyID: "2"] == nil)
    #expect(try set.json == JSONParser.parse(text))
    for key in set.keys {
      #expect(try PublicKey(key.material).material == key.material)
    }
    // A key for encryption never verifies a signature.
    #expect(set.candidates(keyID: nil, algorithm: .es256).isEmpty)
    #expect(set.candidates(keyID: nil, algorithm: .rs256).map(\.keyID) == ["2011-04-29"])
  }

  @Test(
    "RFC 4648 10: base64 of every remainder",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func base64(plain: String, encoded: String) throws {
    #expect(Base64URL.encode(plain.utf8) == encoded)
    #expect(try Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test("RFC 7515 C: the alphabet without + and /")
  func base64Alphabet() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  @Test(
    "FIPS 180-4 and RFC 1321: hashes of abc",
    arguments: [
      (Digest.md5, "900150983cd24fb0d6963f7d28e17f72"),
      (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        .sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
          + "8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        .sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
    ])
  func digests(digest: Digest, expected: String) {
    #expect(digest.hex("abc".utf8) == expected)
    #expect(digest.hash("abc".utf8).count == digest.byteCount)
  }

  @Test("RFC 1321: the hash of nothing")
  func emptyDigest() {
    #expect(Digest.md5.hex([]) == "d41d8cd98f00b204e9800998ecf8427e")
  }

  @Test("RFC 7515 A.1: HMAC with SHA-256, which only makes wrong tokens here")
  func authenticationCode() throws {
    let key = try Base64URL.decode(
      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
    let signed =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    #expect(
      Base64URL.encode(Digest.sha256.authenticationCode(signed.utf8, key: key))
        == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(
      Base64URL.encode(Digest.sha256.authenticationCode([], key: []))
        == "thNnmggU2ex3L5XXeMNfxf8Wl8STcVZTxscSFEKSxa0")
  }
}
