// Apple documents these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocgenHashing
import DocgenJOSE
public import Foundation

// A stand-in for the part of Apple's CryptoKit that JOSE uses, by Apple's documentation: the same
// names, the same forms of keys and signatures, and libcrypto's arithmetic behind them.

public protocol HashFunction {
  static var name: String { get }
}

extension HashFunction {
  public static func hash(data: some DataProtocol) -> [UInt8] {
    DocgenHashing.Digest(rawValue: name).map { $0.hash(Array(data)) } ?? []
  }
}

public enum Insecure {
  public enum MD5: HashFunction { public static let name = "md5" }
  public enum SHA1: HashFunction { public static let name = "sha1" }
}
public enum SHA256: HashFunction { public static let name = "sha256" }
public enum SHA384: HashFunction { public static let name = "sha384" }
public enum SHA512: HashFunction { public static let name = "sha512" }

public struct SymmetricKey {
  let bytes: [UInt8]
  public init(data: some ContiguousBytes) { bytes = data.withUnsafeBytes { Array($0) } }
}

public enum HMAC<Hash: HashFunction> {
  public static func authenticationCode(
    for data: some DataProtocol, using key: SymmetricKey
  ) -> [UInt8] {
    DocgenHashing.Digest(rawValue: Hash.name).map {
      $0.authenticationCode(Array(data), key: key.bytes)
    } ?? []
  }
}

public enum CryptoKitError: Error {
  case incorrectKeySize
  case incorrectParameterSize
}

public enum Curve25519 {
  public enum Signing {
    public struct PublicKey: Sendable {
      public let rawRepresentation: Data
      public init(rawRepresentation: some ContiguousBytes) throws {
        self.rawRepresentation = rawRepresentation.withUnsafeBytes { Data($0) }
        _ = try key
      }
      private var key: DocgenJOSE.PublicKey {
        get throws { try DocgenJOSE.PublicKey(.ed25519(x: Array(rawRepresentation))) }
      }
      public func isValidSignature(
        _ signature: some DataProtocol, for data: some DataProtocol
      ) -> Bool {
        (try? key.verify(Array(signature), over: Array(data), with: .edDSA)) != nil
      }
    }

    public struct PrivateKey: Sendable {
      private let pem: String
      public init() {
        guard let pem = try? DocgenJOSE.PrivateKey.generateEd25519().pem() else {
          preconditionFailure("libcrypto makes no keys")
        }
        self.pem = pem
      }
      public var publicKey: PublicKey {
        guard case .ed25519(let x) = try? DocgenJOSE.PrivateKey(pem: pem).publicKey.material,
          let key = try? PublicKey(rawRepresentation: x)
        else { preconditionFailure("libcrypto reads no keys") }
        return key
      }
      public func signature(for data: some DataProtocol) throws -> Data {
        Data(try DocgenJOSE.PrivateKey(pem: pem).sign(Array(data), with: .edDSA))
      }
    }
  }
}
