#if !canImport(CDocgenOpenSSL)
  import CryptoKit
  import Foundation

  /// A key on Apple's systems, which have no libcrypto.
  ///
  /// It is for clients: it verifies every kind of signature, but can't sign with RSA.
  struct KeyHandle: Sendable {
    private let material: JSONWebKey.Material
    private let accepts:
      @Sendable (_ signature: [UInt8], _ bytes: [UInt8], SigningAlgorithm) -> Bool
    private let sign: (@Sendable (_ bytes: [UInt8]) throws -> Data)?
    private let text: (@Sendable () -> String)?

    private init(_ key: some CurvePublicKey) {
      material = key.material
      accepts = { signature, bytes, _ in key.accepts(Data(signature), over: Data(bytes)) }
      sign = nil
      text = nil
    }

    private init(_ key: some CurvePrivateKey) {
      material = key.publicKey.material
      accepts = { signature, bytes, _ in
        key.publicKey.accepts(Data(signature), over: Data(bytes))
      }
      sign = { bytes in try key.rawSignature(of: Data(bytes)) }
      text = { key.pemRepresentation + "\n" }
    }

    private init(_ key: RSAPublicKey) {
      material = .rsa(modulus: key.modulus, exponent: key.exponent)
      accepts = { signature, bytes, algorithm in
        key.accepts(signature, over: bytes, with: algorithm)
      }
      sign = nil
      text = nil
    }

    private init(_ key: Curve25519.Signing.PublicKey) {
      material = .ed25519(x: Array(key.rawRepresentation))
      accepts = { signature, bytes, _ in key.isValidSignature(Data(signature), for: Data(bytes)) }
      sign = nil
      text = nil
    }

    private init(_ key: Curve25519.Signing.PrivateKey) {
      material = .ed25519(x: Array(key.publicKey.rawRepresentation))
      accepts = { signature, bytes, _ in
        key.publicKey.isValidSignature(Data(signature), for: Data(bytes))
      }
      sign = { bytes in try key.signature(for: Data(bytes)) }
      text = nil
    }
  }

  extension KeyHandle {
    static func publicKey(_ material: JSONWebKey.Material) throws(JOSEError) -> KeyHandle {
      do {
        switch material {
        case .rsa(let modulus, let exponent):
          return KeyHandle(try RSAPublicKey(modulus: modulus, exponent: exponent))
        case .ellipticCurve(.p256, let x, let y):
          return KeyHandle(try P256.Signing.PublicKey(rawRepresentation: Data(x + y)))
        case .ellipticCurve(.p384, let x, let y):
          return KeyHandle(try P384.Signing.PublicKey(rawRepresentation: Data(x + y)))
        case .ellipticCurve(.p521, let x, let y):
          return KeyHandle(try P521.Signing.PublicKey(rawRepresentation: Data(x + y)))
        case .ed25519(let x):
          return KeyHandle(try Curve25519.Signing.PublicKey(rawRepresentation: Data(x)))
        }
      } catch let error as JOSEError {
        throw error
      } catch {
        throw .malformedKey("its numbers are not a point on its curve")
      }
    }

    static func publicKey(pem: String) throws(JOSEError) -> KeyHandle {
      if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) { return KeyHandle(key) }
      if let key = try? P384.Signing.PublicKey(pemRepresentation: pem) { return KeyHandle(key) }
      if let key = try? P521.Signing.PublicKey(pemRepresentation: pem) { return KeyHandle(key) }
      throw notCurve
    }

    static func privateKey(pem: String) throws(JOSEError) -> KeyHandle {
      if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) { return KeyHandle(key) }
      if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) { return KeyHandle(key) }
      if let key = try? P521.Signing.PrivateKey(pemRepresentation: pem) { return KeyHandle(key) }
      throw notCurve
    }

    private static var notCurve: JOSEError {
      .malformedKey("the text is not PEM of an elliptic curve key, the only ones read here")
    }

    static func rsa(bits: Int) throws(JOSEError) -> KeyHandle {
      throw .unsuitableKey("RSA keys are not made on this system")
    }

    static func ellipticCurve(_ curve: EllipticCurve) throws(JOSEError) -> KeyHandle {
      switch curve {
      case .p256: KeyHandle(P256.Signing.PrivateKey())
      case .p384: KeyHandle(P384.Signing.PrivateKey())
      case .p521: KeyHandle(P521.Signing.PrivateKey())
      }
    }

    static func ed25519() throws(JOSEError) -> KeyHandle {
      KeyHandle(Curve25519.Signing.PrivateKey())
    }
  }

  extension KeyHandle {
    func type() throws(JOSEError) -> KeyType {
      switch material {
      case .rsa(let modulus, _): .rsa(bits: RSAPublicKey.bitCount(of: modulus))
      case .ellipticCurve(let curve, _, _): .ellipticCurve(curve)
      case .ed25519: .ed25519
      }
    }

    func material(of type: KeyType) throws(JOSEError) -> JSONWebKey.Material { material }

    func pem() throws(JOSEError) -> String {
      guard let text else { throw .unsuitableKey("this key is not written as PEM on this system") }
      return text()
    }

    func sign(_ bytes: [UInt8], with algorithm: SigningAlgorithm) throws(JOSEError) -> [UInt8] {
      guard let sign else { throw .unsuitableKey("this key does not sign on this system") }
      do { return Array(try sign(bytes)) } catch {
        throw .unsuitableKey("signing failed: \(error)")
      }
    }

    func verify(
      _ signature: [UInt8], over bytes: [UInt8], with algorithm: SigningAlgorithm
    ) throws(JOSEError) {
      guard accepts(signature, bytes, algorithm) else { throw .signatureMismatch }
    }
  }
#endif
