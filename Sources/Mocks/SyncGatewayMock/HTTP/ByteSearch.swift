import Foundation

/// Finds bytes in bytes with the C library, which is fast in debug builds too.
enum ByteSearch {
  /// Returns the first range of a text; `nil` if it is empty or doesn't occur.
  static func first(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let offset = bytes.withUnsafeBytes { haystack in
      wanted.withUnsafeBytes { needle in self.offset(of: needle, in: haystack) }
    }
    return offset.map { bytes.startIndex + $0..<bytes.startIndex + $0 + wanted.count }
  }

  private static func offset(
    of needle: UnsafeRawBufferPointer, in haystack: UnsafeRawBufferPointer
  ) -> Int? {
    guard let text = needle.baseAddress, let first = needle.first, let start = haystack.baseAddress
    else { return nil }
    var position = 0
    while haystack.count - position >= needle.count {
      let rest = haystack.count - position - needle.count + 1
      guard let found = memchr(start + position, Int32(first), rest) else { return nil }
      position = UnsafeRawPointer(found) - start
      if memcmp(start + position, text, needle.count) == 0 { return position }
      position += 1
    }
    return nil
  }
}
