import DocgenGround
import Testing

@Suite struct ByteSearchTests {
  @Test(
    arguments: [
      ("abcabd", "abd", 3), ("aaab", "aab", 1), ("ab", "abc", nil), ("", "a", nil), ("a", "", 0),
      ("", "", 0), ("é\r\n", "\n", 3), ("abc", "c", 2), ("abc", "x", nil),
    ] as [(String, String, Int?)])
  func findsTheFirstPlace(_ text: String, _ part: String, _ expected: Int?) {
    // A slice counts from where its array does.
    let bytes = Array("ab".utf8) + Array(text.utf8)
    let place = bytes[2...].firstIndexRange(of: Array(part.utf8))
    #expect(place == expected.map { $0 + 2..<$0 + 2 + part.utf8.count })
    #expect(text.contains(bytesOf: part) == (expected != nil))
  }

  /// As slow searches find it, for all short texts of two letters.
  @Test func findsWhatASlowSearchFinds() {
    let texts = (0..<(1 << 7)).map { number in (0..<7).map { UInt8(number >> $0 & 1) } }
    let parts = (1..<(1 << 4)).map { number in
      (0..<(Int.bitWidth - number.leadingZeroBitCount)).map { UInt8(number >> $0 & 1) }
    }
    for text in texts {
      for part in parts {
        let slow = text.indices.first { text[$0...].starts(with: part) }
        #expect(text[...].firstIndexRange(of: part)?.lowerBound == slow)
      }
    }
  }

  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("\n\né\n", ["", "", "é", ""]),
      ("a\n\u{301}b", ["a", "\u{301}b"]),
    ])
  func linesAreSplit(_ text: String, _ expected: [Substring]) {
    #expect(text.splitIntoLines() == expected)
  }

  @Test(
    arguments: [
      ("abc", "bc", true), ("abc", "abc", true), ("abc", "", true), ("bc", "abc", false),
      ("abc", "ab", false), ("e\u{301}", "\u{301}", true), ("é", "e\u{301}", false),
    ])
  func endsAreCompared(_ text: String, _ end: String, _ expected: Bool) {
    #expect(text[...].ends(withBytesOf: end) == expected)
  }
}
