#if !canImport(CDocgenOpenSSL)
  import Foundation
  import Security

  /// An RSA public key, verified with Apple's Security framework.
  struct RSAPublicKey: Sendable {
    let modulus: [UInt8]
    let exponent: [UInt8]

    /// - Throws: `JOSEError.malformedKey` for numbers out of range.
    init(modulus: [UInt8], exponent: [UInt8]) throws(JOSEError) {
      let number = Array(modulus.drop { $0 == 0 })
      guard !number.isEmpty, number.count <= 2_048, (1...8).contains(exponent.count) else {
        throw .malformedKey("its modulus or exponent is out of range")
      }
      self.modulus = number
      self.exponent = exponent
    }

    /// Returns whether a signature is valid.
    func accepts(
      _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
    ) -> Bool {
      guard let algorithm = Self.name(of: algorithm) else { return false }
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
      ]
      guard
        let key = SecKeyCreateWithData(Data(encoded) as CFData, attributes as CFDictionary, nil)
      else { return false }
      return SecKeyVerifySignature(
        key, algorithm, Data(bytes) as CFData, Data(signature) as CFData, nil)
    }

    /// Returns the length of a number in bits, without leading zeros.
    static func bitCount(of number: [UInt8]) -> Int {
      let significant = number.drop { $0 == 0 }
      guard let first = significant.first else { return 0 }
      return significant.count * 8 - first.leadingZeroBitCount
    }

    private static func name(of algorithm: SigningAlgorithm) -> SecKeyAlgorithm? {
      switch algorithm {
      case .rs256: .rsaSignatureMessagePKCS1v15SHA256
      case .rs384: .rsaSignatureMessagePKCS1v15SHA384
      case .rs512: .rsaSignatureMessagePKCS1v15SHA512
      case .ps256: .rsaSignatureMessagePSSSHA256
      case .ps384: .rsaSignatureMessagePSSSHA384
      case .ps512: .rsaSignatureMessagePSSSHA512
      case .es256, .es384, .es512, .edDSA: nil
      }
    }

    /// The key in the format of Security: `RSAPublicKey` of PKCS #1 (RFC 8017 A.1.1), in DER.
    private var encoded: [UInt8] {
      Self.element(0x30, content: Self.integer(modulus) + Self.integer(exponent))
    }

    /// Encodes a DER INTEGER; adds a zero to a number that would be negative.
    private static func integer(_ number: [UInt8]) -> [UInt8] {
      element(0x02, content: (number.first ?? 0) < 0x80 ? number : [0] + number)
    }

    private static func element(_ tag: UInt8, content: [UInt8]) -> [UInt8] {
      if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
      let length = withUnsafeBytes(of: content.count.bigEndian) { $0.drop { $0 == 0 } }
      return [tag, 0x80 | UInt8(length.count)] + length + content
    }
  }
#endif
