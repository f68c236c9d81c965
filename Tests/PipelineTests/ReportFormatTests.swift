import DocgenDocModel
import DocgenGround
import DocgenJSON
import DocgenPipeline
import DocgenSamples
import Foundation
import Testing

/// One report in every format, compared with the format's schema.
@Suite struct ReportFormatTests {
  private static let report: BuildReport = {
    let text = "# Grüße 👋 you\nsecond, line: 100%\n"
    let file = SourceFile(path: "content/a b.md", text: text)
    let place = SourceLocation(
      file: file.path,
      range: SourceRange(at: SourcePosition(line: 1, column: 16), length: 3))
    let id = SampleID(file: "content/a b.md", name: "1")
    let failure = Diagnostic(
      Diagnostic.Message(.sampleCrashed, "it <crashed> & said \"100%\""), at: place,
      notes: [
        Diagnostic.Note("one\ntwo \u{1}"),
        Diagnostic.Note("called, from: here", at: SourceLocation(file: file.path)),
      ])
    let warning = Diagnostic(
      Diagnostic.Message(.missingAltText, .warning, "no text"),
      at: SourceLocation(file: "content/site.yml"))
    var report = BuildReport()
    report.sources = [file.path: file]
    report.diagnostics = [failure, warning]
    report.outcomes = [
      SampleOutcome(id: id, result: .failed, output: "so far", diagnostics: [failure]),
      SampleOutcome(id: SampleID(file: file.path, name: "two"), result: .passed, origin: .cached),
    ]
    report.skipped = [SampleID(file: file.path, name: "3")]
    report.samples.times = [
      id: SampleReport.Times(compile: .milliseconds(250), run: .milliseconds(1500))
    ]
    report.remarks = ["a remark"]
    report.sampleCount = 3
    report.samples.failed = 1
    return report
  }()

  private func text(_ format: ReportFormat) -> String {
    Self.report.text(as: format, seconds: 1.25)
  }

  @Test func everyLineOfJSONIsAnObject() throws {
    let lines = try text(.json).split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    #expect(
      lines.map { $0["type"]?.string } == [
        "diagnostic", "diagnostic", "sample", "sample", "remark", "summary",
      ])
    #expect(lines[0]["column"]?.integer == 16)
    #expect(lines[0]["notes"]?.array?.count == 2)
    #expect(lines[2]["seconds"]?["run"]?.double == 1.5)
    #expect(lines[5]["samples"]?["failed"]?.integer == 1)
    #expect(lines[5]["isGood"]?.bool == false)
  }

  @Test func gitHubGetsCommands() {
    #expect(
      text(.github) == """
        ::error file=content/a b.md,line=1,col=16,endColumn=19,title=sample-crashed::it <crashed> & \
        said "100%25"%0Aone%0Atwo \u{2401}%0Acontent/a b.md: called, from: here
        ::warning file=content/site.yml,title=missing-alt-text::no text
        ::notice::a remark

        """)
  }

  /// What section 3 of SARIF 2.1.0 requires beyond what its schema can.
  @Test func sarifHasWhatItsSchemaRequires() throws {
    let log = try JSONParser.parse(Array(text(.sarif).utf8))
    #expect(SARIFSchema(log).problems == [])
    #expect(log["version"]?.string == "2.1.0")
    let run = try #require(log["runs"]?.array?.first)
    let driver = try #require(run["tool"]?["driver"])
    #expect(driver["name"]?.string == "docgen")
    let rules = try #require(driver["rules"]?.array).map { $0["id"]?.string }
    #expect(Set(rules).count == rules.count)
    #expect(run["invocations"]?.array?.first?["executionSuccessful"]?.bool == true)
    #expect(run["columnKind"]?.string == "utf16CodeUnits")
    let results = try #require(run["results"]?.array)
    for result in results {
      #expect(["none", "note", "warning", "error"].contains(result["level"]?.string))
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[index] == result["ruleId"]?.string)
      for place in (result["locations"]?.array ?? []) + (result["relatedLocations"]?.array ?? []) {
        let uri = try #require(place["physicalLocation"]?["artifactLocation"]?["uri"]?.string)
        #expect(URL(string: uri) != nil && !uri.contains(" "))
        guard let region = place["physicalLocation"]?["region"] else { continue }
        #expect(["startLine", "startColumn"].allSatisfy { (region[$0]?.integer ?? 0) > 0 })
      }
    }
    // `👋` is two units of UTF-16 and four bytes, `ü` and `ß` are one and two.
    let region = results[0]["locations"]?.array?[0]["physicalLocation"]?["region"]
    #expect(region?["startColumn"]?.integer == 12)
    #expect(region?["endColumn"]?.integer == 15)
    #expect(results[0]["relatedLocations"]?.array?.count == 1)
  }

  @Test func jUnitIsWhatBuildServersRead() throws {
    let schema = JUnitSchema(text(.junit))
    #expect(schema.problems == [])
    #expect(schema.counts["testcase"] == 4)
    #expect(schema.counts["failure"] == 1)
    #expect(schema.counts["skipped"] == 1)
    #expect(
      schema.suites == [
        ["tests": 4, "failures": 1], ["tests": 3, "failures": 1], ["tests": 1, "failures": 0],
      ])
  }

  /// A site may lie in a folder of its repository.
  @Test(arguments: [ReportFormat.github, .sarif])
  func filesAreNamedByTheirPlaceInTheRepository(_ format: ReportFormat) {
    let text = Self.report.text(as: format, seconds: 1, folder: "docs/guides/")
    #expect(text.contains("docs/guides/content/"))
    #expect(!self.text(format).contains("docs/guides/"))
  }

  @Test func timesNameTheSlowest() {
    #expect(
      Self.report.times() == """
        times: compile 0.25 s, link 0.00 s, run 1.50 s
          1.75 s content/a b.md#1 (compile 0.25 s, run 1.50 s)

        """)
    #expect(BuildReport().times() == "")
    var report = Self.report
    report.samples.linkTime = .milliseconds(300)
    report.samples.times[SampleID(file: "content/a b.md", name: "two")] = SampleReport.Times(
      compile: .seconds(1), link: .milliseconds(200), run: .seconds(2))
    #expect(
      report.times() == """
        times: compile 1.25 s, link 0.50 s, run 3.50 s
          3.20 s content/a b.md#two (compile 1.00 s, link alone 0.20 s, run 2.00 s)
          1.75 s content/a b.md#1 (compile 0.25 s, run 1.50 s)

        """)
    #expect(report.text(as: .json, seconds: 1).contains(#""link":0.2"#))
  }
}
