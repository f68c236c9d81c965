import Foundation

/// Finds bytes in bytes with the C library's help, which is fast in debug builds too.
enum ByteSearch {
  /// Where a text begins and ends for the first time; `nil` if it is empty or does not occur.
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
    var place = 0
    while haystack.count - place >= needle.count {
      let rest = haystack.count - place - needle.count + 1
      guard let found = memchr(start + place, Int32(first), rest) else { return nil }
      place = UnsafeRawPointer(found) - start
      if memcmp(start + place, text, needle.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
