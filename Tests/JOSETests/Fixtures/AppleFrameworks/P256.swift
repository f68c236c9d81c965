// Apple documents these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocgenJOSE
public import Foundation

// Compiled for each of the three curves, with its names in place of these.

public enum P256 {
  public enum Signing {
    public struct ECDSASignature {
      public let rawRepresentation: Data
      public init(rawRepresentation: some DataProtocol) throws {
        guard rawRepresentation.count == 2 * EllipticCurve.p256.coordinateByteCount else {
          throw CryptoKitError.incorrectParameterSize
        }
        self.rawRepresentation = Data(rawRepresentation)
      }
    }

    public struct PublicKey: Sendable {
      public let rawRepresentation: Data

      public init(rawRepresentation: some ContiguousBytes) throws {
        self.rawRepresentation = rawRepresentation.withUnsafeBytes { Data($0) }
        _ = try key
      }

      public init(pemRepresentation: String) throws {
        guard
          case .ellipticCurve(.p256, let x, let y) = try DocgenJOSE.PublicKey(
            pem: pemRepresentation
          )
          .material
        else { throw CryptoKitError.incorrectKeySize }
        try self.init(rawRepresentation: x + y)
      }

      private var key: DocgenJOSE.PublicKey {
        get throws {
          let half = rawRepresentation.count / 2
          return try DocgenJOSE.PublicKey(
            .ellipticCurve(
              .p256, x: Array(rawRepresentation.prefix(half)),
              y: Array(rawRepresentation.suffix(half))))
        }
      }

      public func isValidSignature(
        _ signature: ECDSASignature, for data: some DataProtocol
      ) -> Bool {
        (try? key.verify(Array(signature.rawRepresentation), over: Array(data), with: .es256))
          != nil
      }
    }

    public struct PrivateKey: Sendable {
      public let pemRepresentation: String

      public init(compactRepresentable: Bool = true) {
        guard let pem = try? DocgenJOSE.PrivateKey.generate(on: .p256).pem() else {
          preconditionFailure("libcrypto makes no keys")
        }
        pemRepresentation = pem
      }

      public init(pemRepresentation: String) throws {
        guard case .ellipticCurve(.p256) = try DocgenJOSE.PrivateKey(pem: pemRepresentation).type
        else {
          throw CryptoKitError.incorrectKeySize
        }
        self.pemRepresentation = pemRepresentation
      }

      public var publicKey: PublicKey {
        guard
          case .ellipticCurve(_, let x, let y) = try? DocgenJOSE.PrivateKey(pem: pemRepresentation)
            .publicKey.material,
          let key = try? PublicKey(rawRepresentation: x + y)
        else { preconditionFailure("libcrypto reads no keys") }
        return key
      }

      public func signature(for data: some DataProtocol) throws -> ECDSASignature {
        try ECDSASignature(
          rawRepresentation: DocgenJOSE.PrivateKey(pem: pemRepresentation)
            .sign(Array(data), with: .es256))
      }
    }
  }
}
