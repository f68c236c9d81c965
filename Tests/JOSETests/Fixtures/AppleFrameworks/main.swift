import DocgenHashing
import DocgenJOSE
import DocgenJSON
import Foundation
import JOSEOnApple

// What a client does with JOSE, by Apple's frameworks on one side and by libcrypto on the other;
// each outcome on a line.

typealias Here = DocgenJOSE.PrivateKey
typealias There = JOSEOnApple.PrivateKey

func outcome(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "good"
  } catch { return "\(error)" }
}

/// A key for each algorithm, which libcrypto makes.
func key(for algorithm: DocgenJOSE.SigningAlgorithm) throws -> Here {
  switch algorithm {
  case .es256: try .generate(on: .p256)
  case .es384: try .generate(on: .p384)
  case .es512: try .generate(on: .p521)
  case .edDSA: try .generateEd25519()
  default: try .generateRSA()
  }
}

let bytes = Array("what is signed".utf8)
for algorithm in DocgenJOSE.SigningAlgorithm.allCases {
  let key = try key(for: algorithm)
  let json = key.publicKey.jwk(algorithm: algorithm).json.serialized()
  let other = try JOSEOnApple.PublicKey(
    JOSEOnApple.JSONWebKeySet(parsing: "{\"keys\":[\(json)]}").keys[0].material)
  let name = try JOSEOnApple.SigningAlgorithm(named: algorithm.rawValue)
  var signature = try key.sign(bytes, with: algorithm)
  let right = outcome { try other.verify(signature, over: bytes, with: name) }
  let others = outcome { try other.verify(signature, over: bytes + [0], with: name) }
  signature[signature.count - 1] ^= 1
  let changed = outcome { try other.verify(signature, over: bytes, with: name) }
  let short = outcome { try other.verify(signature.dropLast(), over: bytes, with: name) }
  print(algorithm.rawValue, "of libcrypto:", right, "|", others, "|", changed, "|", short)
}

for curve in JOSEOnApple.EllipticCurve.allCases {
  let made = try There.generate(on: curve)
  let kept = try There(pem: made.pem())
  guard let algorithm = JOSEOnApple.SigningAlgorithm.allCases.first(where: { $0.curve == curve })
  else { continue }
  let there = try Here(pem: made.pem())
  let signature = try kept.sign(bytes, with: algorithm)
  let name = try DocgenJOSE.SigningAlgorithm(named: algorithm.rawValue)
  print(
    algorithm.rawValue, "of Apple:",
    outcome { try there.publicKey.verify(signature, over: bytes, with: name) }, "|",
    outcome { try made.publicKey.verify(signature, over: bytes, with: algorithm) }, "|",
    kept.publicKey == made.publicKey, "|",
    outcome { _ = try made.sign(bytes, with: .rs256) })
}

let edwards = try There.generateEd25519()
print(
  "EdDSA of Apple:",
  outcome {
    try edwards.publicKey.verify(edwards.sign(bytes, with: .edDSA), over: bytes, with: .edDSA)
  })

print("RSA made:", outcome { _ = try There.generateRSA() })
print("RSA read:", outcome { _ = try There(pem: Here.generateRSA().pem()) })
print("no point:", outcome { _ = try JOSEOnApple.PublicKey(.ellipticCurve(.p256, x: [1], y: [2])) })
print("no numbers:", outcome { _ = try JOSEOnApple.PublicKey(.rsa(modulus: [0], exponent: [3])) })
print(
  "small:",
  outcome {
    try JOSEOnApple.PublicKey(.rsa(modulus: Array(repeating: 0xC5, count: 128), exponent: [3]))
      .verify([1], over: bytes, with: .rs256)
  })

for digest in DocgenHashing.Digest.allCases {
  guard let other = JOSEOnApple.Digest(rawValue: digest.rawValue) else { continue }
  print(
    digest.rawValue, digest.hash(bytes) == other.hash(bytes), digest.hash([]) == other.hash([]),
    digest.authenticationCode(bytes, key: []) == other.authenticationCode(bytes, key: []),
    digest.authenticationCode(bytes, key: bytes) == other.authenticationCode(bytes, key: bytes))
}
