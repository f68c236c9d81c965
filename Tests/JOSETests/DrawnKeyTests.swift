import JOSE
import Testing

@Suite struct DrawnKeyTests {
  /// Bytes that are the same from each new one on.
  private struct Draws {
    private var value: UInt64

    init(_ seed: UInt64) { value = seed }

    mutating func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: value >> 56)
      }
    }
  }

  private func key(for algorithm: SigningAlgorithm, seed: UInt64) throws -> PrivateKey {
    var draws = Draws(seed)
    if algorithm == .edDSA { return try .generateEd25519 { draws.bytes($0) } }
    guard let curve = algorithm.curve else { return try .generateRSA { draws.bytes($0) } }
    return try .generate(on: curve) { draws.bytes($0) }
  }

  @Test(
    "the same bytes are the same key, which signs; others are another",
    arguments: [SigningAlgorithm.rs256, .ps256, .es256, .es384, .es512, .edDSA])
  func drawn(algorithm: SigningAlgorithm) throws {
    for seed: UInt64 in 1...3 {
      let key = try key(for: algorithm, seed: seed)
      if algorithm.curve == nil, algorithm != .edDSA { #expect(key.type == .rsa(bits: 2_048)) }
      let signature = try key.sign([1, 2], with: algorithm)
      try key.publicKey.verify(signature, over: [1, 2], with: algorithm)
      // As text and back: all its numbers fit together.
      let read = try PrivateKey(pem: key.pem())
      try key.publicKey.verify(read.sign([3], with: algorithm), over: [3], with: algorithm)
      #expect(try self.key(for: algorithm, seed: seed).publicKey == key.publicKey)
      #expect(try self.key(for: algorithm, seed: seed + 10).publicKey != key.publicKey)
    }
  }

  @Test("bytes that are no key on a curve are drawn again")
  func drawnAgain() throws {
    let answers: [[UInt8]] = [
      [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32),
      [UInt8](repeating: 7, count: 32),
    ]
    var asked: [Int] = []
    let key = try PrivateKey.generate(on: .p256) { count in
      asked.append(count)
      return answers[asked.count - 1]
    }
    #expect(asked == [32, 32, 32])
    let again = try PrivateKey.generate(on: .p256) { [UInt8](repeating: 7, count: $0) }
    #expect(again.publicKey == key.publicKey)
  }
}
