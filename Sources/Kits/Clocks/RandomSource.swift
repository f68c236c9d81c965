import Synchronization

/// The random source of session IDs, codes and tokens.
///
/// With a seed, it returns the same values in the same order, so a page built twice has the same
/// bytes. Anyone can then guess the values: use a seed in tests only, never for real credentials.
public final class RandomSource: Sendable {
  private enum Source {
    case system
    case seeded(SplitMix64)
  }

  private let source: Mutex<Source>

  /// Creates a source from a seed, or from the system's randomness when `seed` is `nil`.
  public init(seed: UInt64? = nil) {
    source = Mutex(seed.map { .seeded(SplitMix64(state: $0)) } ?? .system)
  }

  /// Returns the next bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    source.withLock { source in
      switch source {
      case .system:
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      case .seeded(var generator):
        defer { source = .seeded(generator) }
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      }
    }
  }

  /// Returns the next bytes as lower-case hexadecimal digits, two per byte.
  public func hex(bytes count: Int) -> String {
    bytes(count).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// Sebastiano Vigna's SplitMix64: small, fast, and identical on every platform.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
