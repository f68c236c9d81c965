/// Ascending numbers in little memory, because a frequent word is in most sections of a site.
///
/// Each is kept as its difference from the one before, seven bits to a byte and the lowest first; all
/// bytes but its last have the eighth.
struct AscendingNumbers: Sequence {
  private var bytes: [UInt8] = []
  private var last = 0
  /// How many they are.
  private(set) var count = 0

  /// Adds a number that isn't less than the last.
  mutating func append(_ number: Int) {
    var rest = number - last
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    last = number
    count += 1
  }

  func makeIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    private var offset = 0
    private var last = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Int? {
      guard offset < bytes.count else { return nil }
      var shift = 0
      while bytes[offset] > 0x7F {
        last += Int(bytes[offset] & 0x7F) << shift
        shift += 7
        offset += 1
      }
      last += Int(bytes[offset]) << shift
      offset += 1
      return last
    }
  }
}
