import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// Promised outputs put right after what was printed.
@Suite struct RevisedOutputTests {
  private func block(_ lines: [String]) -> Sample.ExpectedOutput {
    Sample.ExpectedOutput(
      lines: lines.enumerated().map { Sample.Line(text: $1, number: $0 + 1) },
      range: SourceRange(at: SourcePosition(line: 1, column: 1)))
  }

  private func revised(_ expected: [String], _ printed: [String]) -> [String] {
    RevisedOutput(block(expected), printed: printed.joined(separator: "\n")).lines.map { line in
      switch line {
      case .unchanged(let row): expected[row]
      case .new(let text): text
      }
    }
  }

  @Test(arguments: [
    (["a"], ["b"], ["b"]),
    ([], ["b"], ["b"]),
    (["a"], [], []),
    (["a", "b", "c"], ["a", "x", "c"], ["a", "x", "c"]),
    (["a  ", "b"], ["a", "x"], ["a  ", "x"]),
    // Wildcards that still fit stay, also one that matches no text.
    (["…"], ["a", "b"], ["…"]),
    (["a", "…", "z"], ["a", "b", "y"], ["a", "…", "y"]),
    (["a", "…", "z"], ["x", "b", "c", "z"], ["x", "…", "z"]),
    (["a", "…", "z"], ["a", "y"], ["a", "…", "y"]),
    (["a", "…", "b"], ["a", "b", "c"], ["a", "…", "b", "c"]),
    // But none of them remains alone, because that would compare nothing.
    (["…", "a", "…"], ["b"], ["b"]),
    (["…", "a"], [], []),
    (["a", "…"], ["b", "c"], ["b", "…"]),
    // So do those within lines.
    (["id <…> of 1"], ["id x9 of 2"], ["id <…> of 2"]),
    (["rev 1-<…>"], ["rev 2-abc"], ["rev 2-abc"]),
    (["rev 1-<…> by a"], ["rev 1-abc by b"], ["rev 1-<…> by b"]),
    (["<…>"], ["", "x"], ["<…>", "x"]),
    // Where they stood, and never as all that is left.
    (["took 19 <…>"], ["took 20 ms"], ["took 20 <…>"]),
    (["status <…> OK"], ["status 500 Server Error"], ["status <…> Server Error"]),
    (["<…> of 3 left"], ["a b of 2 left"], ["<…> b of 2 left"]),
    (["<…>: at <…> of <…>."], ["Log: at noon in May."], ["<…>: at <…> in <…>."]),
    (["token <…>"], ["hello"], ["hello"]),
    (["id: <…>"], ["error"], ["error"]),
    (["<…>: failed <…>"], ["ok"], ["ok"]),
    (["date <…>"], ["done in 5 s"], ["done in 5 s"]),
    (["- <…> first"], ["- last"], ["- last"]),
    (["<…>", "a"], ["x"], ["x"]),
  ])
  func putsRight(_ expected: [String], _ printed: [String], _ revision: [String]) {
    #expect(revised(expected, printed) == revision)
  }

  /// Whatever was expected and printed: what comes out fits, and putting it right again changes
  /// nothing.
  @Test func alwaysFitsAndThenStays() {
    var random = SeededGenerator(seed: 11)
    let words = ["a", "b", "a b", "<…>", "a <…>", "<…> b", "…", "", "…x", "<…", " a"]
    func lines() -> [String] {
      (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
    }
    for _ in 0..<3000 {
      let (expected, printed) = (lines(), lines())
      let once = revised(expected, printed)
      #expect(
        RevisedOutput.fits(block(once), printed: printed.joined(separator: "\n")),
        "\(expected) \(printed) \(once)")
      #expect(revised(once, printed) == OutputPattern.trimmed(once))
    }
  }
}
