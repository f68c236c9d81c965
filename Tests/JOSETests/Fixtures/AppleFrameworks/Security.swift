// Apple documents these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocgenJOSE
public import Foundation

// A stand-in for the part of Apple's Security framework that JOSE uses, by Apple's documentation.
// On Apple's systems the types are Core Foundation's.

public typealias CFString = String
public typealias CFData = Data
public typealias CFDictionary = [String: Any]

public let kSecAttrKeyType: CFString = "type"
public let kSecAttrKeyTypeRSA: CFString = "42"
public let kSecAttrKeyClass: CFString = "kcls"
public let kSecAttrKeyClassPublic: CFString = "0"

public enum SecKeyAlgorithm: Sendable {
  case rsaSignatureMessagePKCS1v15SHA256
  case rsaSignatureMessagePKCS1v15SHA384
  case rsaSignatureMessagePKCS1v15SHA512
  case rsaSignatureMessagePSSSHA256
  case rsaSignatureMessagePSSSHA384
  case rsaSignatureMessagePSSSHA512
}

public final class SecKey {
  let pem: String
  init(pem: String) { self.pem = pem }
}

/// Reads `RSAPublicKey` of PKCS #1 as libcrypto does, which is strict about DER.
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Any?>?
) -> SecKey? {
  guard attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeRSA,
    attributes[kSecAttrKeyClass] as? String == kSecAttrKeyClassPublic
  else { return nil }
  // SubjectPublicKeyInfo around it, which is what PEM has (RFC 5280 4.1).
  func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }
  let algorithm: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]
  let info = element(0x30, algorithm + element(0x03, [0] + Array(keyData)))
  let text = Data(info).base64EncodedString(options: .lineLength64Characters)
  let pem = "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----\n"
  return (try? DocgenJOSE.PublicKey(pem: pem)) == nil ? nil : SecKey(pem: pem)
}

public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Any?>?
) -> Bool {
  let algorithm: SigningAlgorithm =
    switch algorithm {
    case .rsaSignatureMessagePKCS1v15SHA256: .rs256
    case .rsaSignatureMessagePKCS1v15SHA384: .rs384
    case .rsaSignatureMessagePKCS1v15SHA512: .rs512
    case .rsaSignatureMessagePSSSHA256: .ps256
    case .rsaSignatureMessagePSSSHA384: .ps384
    case .rsaSignatureMessagePSSSHA512: .ps512
    }
  return
    (try? DocgenJOSE.PublicKey(pem: key.pem)
    .verify(Array(signature), over: Array(signedData), with: algorithm)) != nil
}
