import DocgenGround
@testable import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Testing

@Suite struct DiagnosticTextTests {
  private func text(
    _ source: String, _ range: SourceRange?, notes: [Diagnostic.Note] = [], colour: Bool = false
  ) -> String {
    let file = SourceFile(path: "content/a.md", text: source)
    let writer = DiagnosticText(files: [file.path: file], usesColour: colour)
    return writer.text(
      of: Diagnostic(.init(.brokenLink, "this is wrong"), at: file.location(range), notes: notes))
  }

  private func range(_ line: Int, _ column: Int, _ length: Int) -> SourceRange {
    SourceRange(at: SourcePosition(line: line, column: column), length: length)
  }

  @Test func showsTheLineAndACaret() {
    #expect(
      text("one\ntwo three\n", range(2, 5, 5)) == """
        content/a.md:2:5: error: this is wrong [broken-link]
            2 | two three
              |     ^~~~~

        """)
  }

  @Test func keepsTheCaretBelowWideAndTabbedText() {
    #expect(text("\té日x", range(1, 7, 1)).hasSuffix("    1 | \té日x\n      | \t   ^\n"))
  }

  @Test func marksOnlyTheFirstLineOfALongStretch() {
    let start = SourcePosition(line: 1, column: 2)
    let stretch = SourceRange(start, SourcePosition(line: 3, column: 1))
    #expect(text("abc\ndef\nghi", stretch).hasSuffix("    1 | abc\n      |  ^\n"))
  }

  /// Returns the lines below the headline.
  private func excerpt(_ source: String, _ range: SourceRange) -> [Substring] {
    text(source, range).split(separator: "\n").dropFirst().map { $0 }
  }

  @Test func cutsLongLinesAroundThePlace() {
    let line =
      String(repeating: "before ", count: 40) + "PLACE" + String(repeating: " after", count: 40)
    let lines = excerpt(line, range(1, 281, 5))
    #expect(lines.map(\.count) == [120, 50])
    #expect(lines[0].hasPrefix("    1 | …") && lines[0].hasSuffix("…"))
    #expect(lines[0].contains("before before PLACE after after"))
    #expect(lines[0].dropFirst(45).hasPrefix("PLACE") && lines[1].dropFirst(45) == "^~~~~")
  }

  @Test func cutsOnlyWhereALineIsTooLong() {
    let short = String(repeating: "x", count: 112)
    #expect(excerpt(short, range(1, 50, 1))[0] == "    1 | \(short)")
    let start = excerpt(short + "y", range(1, 1, 3))
    #expect(start == ["    1 | \(String(repeating: "x", count: 110))…", "      | ^~~"])
    let end = excerpt(short + "y", range(1, 113, 1))
    #expect(end[0] == "    1 | …\(String(repeating: "x", count: 109))y")
    #expect(end[1].count == end[0].count && end[1].hasSuffix(" ^"))
    // The range may be longer than the excerpt, after the end, or within a character.
    #expect(excerpt(short + short, range(1, 1, 224))[1].count == 118)
    #expect(excerpt(short, range(1, 300, 1))[1].hasSuffix(" ^"))
    #expect(excerpt(String(repeating: "日", count: 100), range(1, 151, 3))[1].hasSuffix(" ^~"))
  }

  @Test func writesMessagesOnOneLine() {
    let message = Diagnostic.Message(.brokenLink, "'a\n  b\r\nc\u{2028}d' is wrong\n")
    #expect(message.text == "'a b c d' is wrong")
  }

  @Test func leavesOutWhatItHasNoTextFor() {
    #expect(text("", nil) == "content/a.md: error: this is wrong [broken-link]\n")
    #expect(text("x", range(9, 1, 1)) == "content/a.md:9:1: error: this is wrong [broken-link]\n")
  }

  @Test func showsNotesWithAndWithoutAPlace() {
    let place = SourceLocation(file: "content/a.md", range: range(1, 1, 3))
    let notes = [Diagnostic.Note("first\nsecond"), Diagnostic.Note("look here", at: place)]
    let shown = text("abc", nil, notes: notes)
    #expect(shown.contains("  note: first\n    second\n"))
    #expect(shown.contains("  content/a.md:1:1: note: look here\n    1 | abc\n      | ^~~\n"))
  }

  @Test func neverSendsControlCharactersToATerminal() {
    #expect(text("a\u{1B}[31mb", range(1, 1, 1)).contains("    1 | a␛[31mb\n"))
    let note = Diagnostic.Note("over\r\u{9B}1m\tit\u{7F}\u{1B}]0;é\u{7}")
    #expect(text("", nil, notes: [note]).hasSuffix("note: over␍\u{FFFD}1m\tit␡␛]0;é␇\n"))
    let crash = Diagnostic.Message(.sampleCrashed, "it said \u{1B}[2J")
    let writer = DiagnosticText(files: [:])
    #expect(
      writer.text(of: Diagnostic(crash, at: SourceLocation(file: "a.md")))
        == "a.md: error: it said ␛[2J [sample-crashed]\n")
    #expect(text("abc", range(1, 1, 1), colour: true).contains("\u{1B}[1;31merror: \u{1B}[0m"))
  }
}

@Suite struct BuildReportTests {
  @Test func countsEverythingInTheLastLine() {
    var report = BuildReport()
    report.pageCount = 1
    report.linkCount = 2
    report.sampleCount = 3
    report.samples.cached = 1
    report.samples.compiled = 2
    report.samples.run = 2
    report.samples.linkedAlone = [SampleID(file: "a.md", name: "1")]
    #expect(
      report.summary(seconds: 1.26)
        == "1 page, 2 links, 3 samples (1 cached, 2 compiled, 2 run, 0 failed, 1 linked alone, "
        + "2 unconfined), 1.3 s"
    )
    report.samples.confinement = .landlock
    #expect(report.summary(seconds: 0).contains(", 2 confined by Landlock)"))
    report.samples.confinement = .bubblewrap
    #expect(report.summary(seconds: 0).contains(", 2 confined by bubblewrap)"))
    report.samples.confinement = .none
    report.samples.overlapping = 1
    report.skipped = (1...3).map { SampleID(file: "b.md", name: "\($0)") }
    report.changes = SiteWriter.Changes(added: 1, changed: 2, removed: 3, unchanged: 4)
    #expect(
      report.summary(seconds: 0).hasSuffix(
        "1 linked alone, 1 overlapping, 2 unconfined, 3 skipped), site: 1 added, 2 changed, 3 removed, 4 unchanged, 0.0 s"
      ))
  }

  @Test(arguments: [
    (Diagnostic.Severity.hint, true, true), (.warning, true, false), (.error, false, false),
  ])
  func isGoodUnlessSomethingFailsIt(
    _ severity: Diagnostic.Severity, _ isGood: Bool, _ isGoodWhenStrict: Bool
  ) {
    var report = BuildReport()
    #expect(report.isGood)
    let message = Diagnostic.Message(.brokenLink, severity, "text")
    report.diagnostics = [Diagnostic(message, at: SourceLocation(file: "a"))]
    #expect(report.isGood == isGood)
    report.isStrict = true
    #expect(report.isGood == isGoodWhenStrict)
  }
}
