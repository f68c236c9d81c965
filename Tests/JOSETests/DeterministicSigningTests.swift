import JOSE
import Testing

@Suite struct DeterministicSigningTests {
  /// RFC 6979 A.2.5 to A.2.7, the message "sample" with the hash that goes with the curve in JOSE.
  @Test(
    "RFC 6979 A.2: the printed signatures",
    arguments: [
      (
        SigningAlgorithm.es256,
        """
        MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
        AwEHoUQDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8
        maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
        """,
        """
        efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
        f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
        """
      ),
      (
        .es384,
        """
        MIGkAgEBBDBrnT2tLhuMHAWxmHW2ZZ9N4jw7Znvyl7qapHdAeHE32JbVck5McKgl
        +HLJ6mDS7fWgBwYFK4EEACKhZANiAATsOk5BW04ZpFaGGAKfQn+l2pqLxK6S4C4G
        quUoazAMZN748OqQVYZgZKJUUVSAvBOAFdm3LX1XJE6o75rAxiGJZwilk2f537n1
        TKhLPxydsSiLIxw64NT+c0T9JTMmRyA=
        """,
        """
        94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c\
        81a648152e44acf96e36dd1e80fabe46\
        99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94f\
        a329c145786e679e7b82c71a38628ac8
        """
      ),
      (
        .es512,
        """
        MIHcAgEBBEIA+tBtqmK6OyXS+0ATPadXIF3mf1uwAY/ujIbhtox+dcqolusy8fR8
        cIVYNqbRb8wUZvbY++xn24nsDAiw6Za4NTigBwYFK4EEACOhgYkDgYYABAGJRVDQ
        eFky4A6qI7aU8hP4wxIfhtyXoE5acWfbTlvNNxEj1G5F22tdU3Cn8g+2MxVdOP+h
        bSvXYdysR0uaL1AjpABJMQHJYs1NL933giheZFhBOcL5G0f4f/gjVNZjD3RqKKDb
        JXQbWzSoKACLIqzCP5JPqvvU0z+B6maVbf6qK/389Q==
        """,
        """
        00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e\
        25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa\
        00617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af2826\
        23eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a
        """
      ),
    ])
  func publishedSignatures(
    algorithm: SigningAlgorithm, key: String, signature: String
  ) throws {
    let pem = "-----BEGIN EC PRIVATE KEY-----\n\(key)\n-----END EC PRIVATE KEY-----\n"
    let signed = try PrivateKey(pem: pem)
      .signDeterministically(Array("sample".utf8), with: algorithm)
    let digits = signed.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(digits.joined() == signature)
  }

  @Test(
    "what is signed twice has one signature, which verifies",
    arguments: SigningAlgorithm.allCases)
  func repeats(algorithm: SigningAlgorithm) throws {
    let key = try SigningTests.key(for: algorithm)
    for text in ["", "a", "another"] {
      let bytes = Array(text.utf8)
      let signature = try key.signDeterministically(bytes, with: algorithm)
      #expect(try key.signDeterministically(bytes, with: algorithm) == signature)
      try key.publicKey.verify(signature, over: bytes, with: algorithm)
      #expect(throws: JOSEError.signatureMismatch) {
        try key.publicKey.verify(signature, over: bytes + [0], with: algorithm)
      }
    }
  }

  @Test(
    "RSASSA-PSS with a modulus of any number of bits",
    arguments: [2_048, 2_050, 2_054, 2_056])
  func anyModulus(bits: Int) throws {
    let key = try PrivateKey.generateRSA(bits: bits)
    let signature = try key.signDeterministically([1, 2, 3], with: .ps256)
    #expect(signature.count == (bits + 7) / 8)
    try key.publicKey.verify(signature, over: [1, 2, 3], with: .ps256)
  }

  @Test("a key that doesn't fit the algorithm is refused")
  func unsuitableKey() throws {
    let key = try PrivateKey.generate(on: .p256)
    #expect(throws: JOSEError.self) { try key.signDeterministically([1], with: .es384) }
    #expect(throws: JOSEError.self) { try key.signDeterministically([1], with: .ps256) }
  }
}
