@testable import DocgenGround
import Foundation
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

/// What users read of errors.
@Suite struct ErrorTests {
  private struct Own: Error, CustomStringConvertible { let description = "docgen's own words" }

  @Test func namesTheFileAndTheReason() {
    let error = #expect(throws: (any Error).self) {
      try Data(contentsOf: URL(filePath: "/nowhere/a.md"))
    }
    #expect(error?.systemReason == "No such file or directory")
    #expect(error?.userDescription == "'/nowhere/a.md': No such file or directory")
  }

  @Test func quotesNoDomains() {
    #expect(POSIXError(.EACCES).userDescription == "Permission denied")
    #expect(!NSError(domain: "Some", code: 3).userDescription.contains("Error Domain"))
    #expect(Own().userDescription == "docgen's own words")
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("runable", "runnable", 1),
    ("tilte", "title", 1), ("ca", "abc", 3),
  ])
  func measuresEditDistance(_ left: String, _ right: String, _ distance: Int) {
    #expect(Suggestion.distance(left, to: right) == distance)
    #expect(Suggestion.distance(right, to: left) == distance)
  }

  @Test func takesTheNearest() {
    let words = ["title", "timeout", "id"]
    #expect(Suggestion.nearest(to: "titel", among: words) == "title")
    #expect(Suggestion.nearest(to: "TITLE", among: words) == "title")
    #expect(Suggestion.nearest(to: "something", among: words) == nil)
    #expect(Suggestion.closest(to: "something", among: words) != nil)
    #expect(Suggestion.closest(to: "x", among: [String]()) == nil)
  }

  @Test func takesAWholeOfWhichTheWordIsAPart() {
    #expect(Suggestion.nearest(to: "name", among: ["password", "username"]) == "username")
    #expect(Suggestion.nearest(to: "refresh", among: ["code", "refresh_token"]) == "refresh_token")
    #expect(Suggestion.nearest(to: "id", among: ["client_identity"]) == nil)
  }

  @Test func takesTheFirstInTheAlphabetOfEquallyNear() {
    #expect(Suggestion.nearest(to: "bat", among: ["cat", "bar", "hat"]) == "bar")
  }
}
