@testable import DocgenHighlighting
import Foundation
import Testing

@Suite("No text is lost or changed") struct RoundTripTests {
  @Test("random text comes back from every language", arguments: Highlighter.knownLanguages)
  func randomText(in language: String) throws {
    var random = RandomCode(seed: UInt64(language.utf8.reduce(0) { $0 &* 31 &+ UInt($1) }))
    for pieces in [0, 1, 2, 5, 20, 60, 60, 60, 200, 200] {
      try check(random.text(pieces: pieces), language, try Highlighter.shared.get())
    }
  }

  @Test(
    "awkward texts come back", arguments: Highlighter.knownLanguages,
    [
      "", "\n", "\n\n", " ", "\t\tx\t \n  ", "no newline", "é", "\u{301}", "a\u{0}b", "<>&\"'",
      "\r",
    ]
  )
  func awkwardText(in language: String, _ code: String) throws {
    try check(code, language, try Highlighter.shared.get())
  }

  private func check(_ code: String, _ language: String, _ highlighter: Highlighter) throws {
    let highlighted = highlighter.highlight(code, language: language)
    let tokens = try #require(highlighted.tokens, "\(highlighted.dump)")
    // Bytes are compared: strings are equal when their characters look the same.
    #expect(tokens.flatMap { Array($0.text.utf8) } == Array(code.utf8))
    #expect(tokens.allSatisfy { !$0.text.isEmpty })
    #expect(tokens.allSatisfy { $0.kind == .plain || !$0.text.utf8.contains(10) })
    #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.kind != $1.kind })
    #expect(Array(text(ofHTML: highlighted.html).utf8) == Array(code.utf8))
  }

  /// What a browser shows for our HTML; anything else than our spans stays and fails the test.
  ///
  /// Scalar by scalar: a combining mark may follow a bracket.
  private func text(ofHTML html: String) -> String {
    let spans = #/<span class="tok-[a-z]+">|</span>/#.matchingSemantics(.unicodeScalar)
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
      .reduce(html.replacing(spans, with: "")) { text, escape in
        text.replacingOccurrences(of: escape.0, with: escape.1, options: .literal)
      }
  }
}
