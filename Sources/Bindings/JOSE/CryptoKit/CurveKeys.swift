#if !canImport(CDocgenOpenSSL)
  import CryptoKit
  import Foundation

  /// The common interface of CryptoKit's public keys on the three curves.
  protocol CurvePublicKey: Sendable {
    static var curve: EllipticCurve { get }
    /// Both coordinates, one after the other.
    var rawRepresentation: Data { get }
    /// Returns whether a signature in JOSE's format is valid, with the curve's own hash (RFC 7518
    /// 3.4).
    func accepts(_ signature: Data, over bytes: Data) -> Bool
  }

  extension CurvePublicKey {
    var material: JSONWebKey.Material {
      let numbers = Array(rawRepresentation)
      let length = Self.curve.coordinateByteCount
      return .ellipticCurve(
        Self.curve, x: Array(numbers.prefix(length)), y: Array(numbers.suffix(length)))
    }
  }

  /// The common interface of CryptoKit's private keys on the three curves.
  protocol CurvePrivateKey: Sendable {
    associatedtype Public: CurvePublicKey
    var publicKey: Public { get }
    var pemRepresentation: String { get }
    /// Returns a signature in JOSE's format.
    func rawSignature(of bytes: Data) throws -> Data
  }

  extension P256.Signing.PublicKey: CurvePublicKey {
    static var curve: EllipticCurve { .p256 }
    func accepts(_ signature: Data, over bytes: Data) -> Bool {
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return isValidSignature(signature, for: bytes)
    }
  }

  extension P384.Signing.PublicKey: CurvePublicKey {
    static var curve: EllipticCurve { .p384 }
    func accepts(_ signature: Data, over bytes: Data) -> Bool {
      guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return isValidSignature(signature, for: bytes)
    }
  }

  extension P521.Signing.PublicKey: CurvePublicKey {
    static var curve: EllipticCurve { .p521 }
    func accepts(_ signature: Data, over bytes: Data) -> Bool {
      guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return isValidSignature(signature, for: bytes)
    }
  }

  extension P256.Signing.PrivateKey: CurvePrivateKey {
    func rawSignature(of bytes: Data) throws -> Data { try signature(for: bytes).rawRepresentation }
  }

  extension P384.Signing.PrivateKey: CurvePrivateKey {
    func rawSignature(of bytes: Data) throws -> Data { try signature(for: bytes).rawRepresentation }
  }

  extension P521.Signing.PrivateKey: CurvePrivateKey {
    func rawSignature(of bytes: Data) throws -> Data { try signature(for: bytes).rawRepresentation }
  }
#endif
