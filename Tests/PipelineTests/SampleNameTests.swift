import DocgenGround
import Testing

@testable import DocgenPipeline

/// A sample's problem names the sample in every report that is read line by line.
@Suite struct SampleNameTests {
  private func report(in file: String) -> BuildReport {
    var diagnostic = Diagnostic(
      Diagnostic.Message(.sampleCrashed, "it crashed"),
      at: SourceLocation(file: file, range: SourceRange(at: SourcePosition(line: 3, column: 1))))
    diagnostic.sample = SampleID(file: "content/a.md", name: "login")
    var report = BuildReport()
    report.diagnostics = [diagnostic]
    return report
  }

  @Test func namesTheSample() {
    let report = report(in: "content/a.md")
    let text = DiagnosticText(files: [:]).text(of: report.diagnostics[0])
    #expect(text.contains("it crashed [sample-crashed] (sample 'login')"))
    let commands = GitHubReport(report: report, folder: "").text
    #expect(commands.contains("::it crashed (sample 'login')\n"))
    #expect(
      JSONLinesReport(report: report, seconds: 0).text.contains(#""sample":"content/a.md#login""#))
  }

  @Test func namesThePageOfASampleFromAFile() {
    let report = report(in: "Samples/Login.swift")
    #expect(
      GitHubReport(report: report, folder: "").text
        .contains("::it crashed (sample 'content/a.md#login')\n")
    )
  }
}
