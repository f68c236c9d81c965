import DocgenGround
import DocgenPipeline
import DocgenProcesses
import Testing

@Suite struct BuildReportTests {
  @Test func countsEverythingInTheLastLine() {
    var report = BuildReport()
    report.pageCount = 1
    report.linkCount = 2
    report.samples.total = 3
    report.samples.cached = 1
    report.samples.compiled = 2
    report.samples.run = 2
    report.samples.linkedAlone = 1
    report.samples.skipped = 0
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
    report.samples.skipped = 3
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
