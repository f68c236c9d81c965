@testable import DocgenGround
import Testing

@Suite struct SourceFileTests {
  @Test(arguments: ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "\u{FEFF}a\nb\n", "\u{FEFF}a\r\nb\r"])
  func normalisesLineEndsAndByteOrderMark(_ text: String) {
    let file = SourceFile(path: "a.md", text: text)
    #expect(file.text == "a\nb\n")
    #expect(Array(file.lines) == ["a", "b", ""])
    #expect(file.line(2) == "b")
    #expect(file.line(9) == "")
  }

  @Test(
    arguments: [
      ("", []), ("```", [0]), ("a\n", []), ("a\n```", [1]),
      ("```\n\n b ```` ```\n``\n`\n```\n", [0, 2, 5]),
    ] as [(String, [Int])])
  func findsTheLinesThatContainAText(_ text: String, _ numbers: [Int]) {
    #expect(text.splitIntoLines().indices(containing: "```") == numbers)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF], 1, 2, 0xFF),
      ([0x61, 0x0A, 0x62, 0xC3], 2, 2, 0xC3),
      ([0xC3, 0xA9, 0x0A, 0xE2, 0x82, 0x0A], 2, 1, 0xE2),
      ([0xC0, 0x80], 1, 1, 0xC0),
      ([0xED, 0xA0, 0x80], 1, 1, 0xED),
      ([0xF5, 0x80, 0x80, 0x80], 1, 1, 0xF5),
    ] as [([UInt8], Int, Int, UInt8)])
  func namesTheFirstByteThatIsNotUTF8(
    _ bytes: [UInt8], _ line: Int, _ column: Int, _ byte: UInt8
  ) {
    let error = #expect(throws: InvalidUTF8.self) { try SourceFile(path: "a.md", bytes: bytes) }
    #expect(error?.position == SourcePosition(line: line, column: column))
    #expect(error?.byte == byte)
    #expect(error?.isUTF16 == false)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x23, 0x00, 0x20, 0x00, 0xE9, 0x00],
      [0x00, 0x23, 0x00, 0x20, 0x20, 0x14, 0x00, 0x0A],
    ] as [[UInt8]])
  func recognisesUTF16(_ bytes: [UInt8]) {
    let error = #expect(throws: InvalidUTF8.self) { try SourceFile(path: "a.md", bytes: bytes) }
    #expect(error?.isUTF16 == true)
    #expect(error?.position == SourcePosition(line: 1, column: 1))
    #expect(error?.description == "this file is UTF-16; save it as UTF-8")
  }

  @Test func allowsSingleZeros() throws {
    #expect(
      try SourceFile(path: "a.md", bytes: [0x61, 0x00, 0x62, 0x63, 0x64, 0x65]).lines.count == 1)
    #expect(Array(try SourceFile(path: "a.md", bytes: []).lines) == [""])
  }
}

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
    #expect(Array(text.splitIntoLines()) == expected)
  }

  @Test(
    arguments: [(0..<4, "a\n\né\n"), (1..<3, "\né"), (2..<3, "é"), (3..<4, ""), (4..<4, "")])
  func linesAreJoined(_ lines: Range<Int>, _ expected: Substring) {
    #expect("a\n\né\n".splitIntoLines().text(of: lines) == expected)
  }

  @Test(
    arguments: [
      ("abc", "bc", true), ("abc", "abc", true), ("abc", "", true), ("bc", "abc", false),
      ("abc", "ab", false), ("e\u{301}", "\u{301}", true), ("é", "e\u{301}", false),
    ])
  func endsAreCompared(_ text: String, _ end: String, _ expected: Bool) {
    #expect(text[...].ends(withBytesOf: end) == expected)
  }

  @Test(arguments: ["", "a", "ab", "abc", "abd", "\u{0}bc"])
  func comparesBytes(_ text: String) {
    for other in ["", "a", "ab", "abc", "abd", "\u{0}bc"] {
      #expect([UInt8](text.utf8).isEqual(to: [UInt8](other.utf8)) == (text == other), "\(other)")
    }
  }
}
