import DocgenGround
import Testing

@Suite struct DiagnosticTests {
  @Test func whatMovesATerminalIsShownByASign() {
    #expect("a\u{1B}[1m\tb\n\u{7F}\u{9B}".showingControls == "a\u{241B}[1m\tb\n\u{2421}\u{FFFD}")
    #expect("ab\u{202E}c\u{2066}".showingControls == "ab\u{FFFD}c\u{FFFD}")
    #expect("«…» 👩‍👧 שלום – é".showingControls == "«…» 👩‍👧 שלום – é")
  }

  @Test func sortsByPlace() {
    func diagnostic(_ file: String, _ line: Int?, _ text: String) -> Diagnostic {
      let range = line.map { SourceRange(at: SourcePosition(line: $0, column: 1)) }
      return Diagnostic(.init(.brokenLink, text), at: SourceLocation(file: file, range: range))
    }
    let sorted = [
      diagnostic("b", 1, "x"), diagnostic("a", 10, "x"), diagnostic("a", 9, "z"),
      diagnostic("a", 9, "y"), diagnostic("a", nil, "x"),
    ].sortedByLocation()
    #expect(sorted.map(\.location.description) == ["a", "a:9:1", "a:9:1", "a:10:1", "b:1:1"])
    #expect(sorted[1].message.text == "y")
  }

  @Test func identifiersAreWordsWithHyphens() {
    for id in Diagnostic.ID.allCases {
      #expect(id.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
  }

  @Test func onlyErrorsFail() {
    let place = SourceLocation(file: "a")
    let warning = Diagnostic(.init(.brokenLink, .warning, "w"), at: place)
    #expect(![warning].containsError)
    #expect([warning, Diagnostic(.init(.brokenLink, "e"), at: place)].containsError)
    #expect(Diagnostic.Severity.hint < .warning)
    #expect(Diagnostic.Severity.warning < .error)
  }
}
