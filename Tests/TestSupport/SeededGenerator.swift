/// The same numbers in every run (George Marsaglia's xorshift64*).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; other seeds give other numbers.
  public init(seed: UInt64) { state = seed &* 2 &+ 1 }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
