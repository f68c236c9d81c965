import Testing

@testable import DrawnWords

/// Which words of a message may be drawn by lot.
@Suite struct DrawnWordsTests {
  @Test(
    arguments: [
      ("/db/0123456789abcdef?rev=1-ab", ["0123456789abcdef"]), ("/db/0123456789abcde", []),
      ("a=AAAAAAAAAAAAAA-_;b=zzzzzzzzzzzzzzzz", ["AAAAAAAAAAAAAA-_", "zzzzzzzzzzzzzzzz"]),
      ("%2Fzzzzzzzzzzzzzzzz%3Dyyyyyyyyyyyyyyyy", ["zzzzzzzzzzzzzzzz", "yyyyyyyyyyyyyyyy"]),
      ("%aaaaaaaaaaaaaaaaa", []), ("%", []), ("", []), ("ézzzzzzzzzzzzzzzzé", ["zzzzzzzzzzzzzzzz"]),
    ] as [(String, [Substring])])
  func areLong(_ text: String, _ words: [Substring]) {
    #expect(DrawnWords.all(in: text) == words)
    let parts = DrawnWords.parts(of: text)
    #expect(parts.map(\.text).joined() == text)
    #expect(parts.allSatisfy { !$0.text.isEmpty })
  }
}
