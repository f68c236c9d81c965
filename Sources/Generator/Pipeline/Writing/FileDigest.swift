import DocgenHashing

/// The SHA-256 of a file of the site (FIPS 180-4), as numbers, which take less time to read and to
/// compare than text.
struct FileDigest: Equatable, Comparable, Sendable {
  /// The number of its hexadecimal digits.
  static let length = 64

  private var words = SIMD4<UInt64>()

  /// Returns the digest of bytes.
  init(of bytes: [UInt8]) {
    for (index, byte) in Digest.sha256.hash(bytes).enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
  }

  /// Reads 64 hexadecimal digits in lower case; `nil` for any other text.
  init?(hexadecimal text: UnsafeBufferPointer<UInt8>) {
    guard text.count == Self.length else { return nil }
    for index in 0..<4 {
      var word: UInt64 = 0
      for digit in text[index * 16..<(index + 1) * 16] {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt64(digit & 15)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt64(digit & 15 + 9)
        default: return nil
        }
      }
      words[index] = word
    }
  }

  /// Appends its 64 hexadecimal digits, in lower case.
  func appendHexadecimal(to text: inout [UInt8]) {
    for index in 0..<4 {
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(words[index] >> UInt64(shift) & 15)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  static func < (left: FileDigest, right: FileDigest) -> Bool {
    for index in 0..<4 where left.words[index] != right.words[index] {
      return left.words[index] < right.words[index]
    }
    return false
  }
}
