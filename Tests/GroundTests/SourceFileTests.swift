import DocgenGround
import Testing

@Suite struct SourceFileTests {
  @Test(arguments: ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "\u{FEFF}a\nb\n", "\u{FEFF}a\r\nb\r"])
  func normalisesLineEndsAndByteOrderMark(_ text: String) {
    let file = SourceFile(path: "a.md", text: text)
    #expect(file.text == "a\nb\n")
    #expect(file.lines == ["a", "b", ""])
    #expect(file.line(2) == "b")
    #expect(file.line(9) == "")
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
  }
}
