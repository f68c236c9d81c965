/// Hashes of 64 bits that are the same in each process, unlike those of `Hasher`, and fast; for
/// detecting changes that nobody makes on purpose to deceive.
public enum StableHash {
  /// Returns the FNV-1a hash of bytes (<http://www.isthe.com/chongo/tech/comp/fnv>).
  ///
  /// - Parameter beginning: the hash of what is before them.
  @inlinable
  public static func of(
    _ bytes: some Sequence<UInt8>, after beginning: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    bytes.reduce(beginning) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Returns a hash of two numbers in this order, by the finalizer of SplitMix64.
  @inlinable
  public static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = left &* 0x9E37_79B9_7F4A_7C15 &+ right
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
