import DocgenDocModel
import DocgenGround
import DocgenJSON
import DocgenPipeline
import DocgenSamples
import Foundation
import Testing

/// A report whose names and texts all contain characters with a meaning in one of the formats.
@Suite struct AwkwardReportTests {
  private static let name = "a,b:c 100% <&\"'>\r\n::error::\u{1}\u{C}\u{FFFF}é.md"

  private static let report: BuildReport = {
    let path = "content/\(name)"
    let id = SampleID(file: path, name: name)
    let place = SourceLocation(
      file: path,
      range: SourceRange(
        SourcePosition(line: 1, column: 2), SourcePosition(line: 3, column: 1)))
    let note = Diagnostic.Note(name, at: SourceLocation(file: path))
    var problem = Diagnostic(
      Diagnostic.Message(.sampleCrashed, name), at: place,
      notes: [note, note, Diagnostic.Note(name)])
    problem.sample = id
    let hint = Diagnostic(
      Diagnostic.Message(.missingAltText, .hint, name), at: SourceLocation(file: path))
    var report = BuildReport()
    report.sources = [path: SourceFile(path: path, text: "one\ntwo\nthree\n")]
    report.diagnostics = [problem, hint]
    report.outcomes = [
      SampleOutcome(id: id, result: .failed, output: name, diagnostics: [problem])
    ]
    report.skipped = [SampleID(file: path, name: "]]>")]
    report.remarks = [name]
    return report
  }()

  private func text(_ format: ReportFormat) -> String {
    Self.report.text(as: format, seconds: 0.1)
  }

  /// The escapes of GitHub's runner: `%`, CR and LF everywhere, `:` and `,` in properties too.
  ///
  /// In messages, whose log is a terminal, control characters are signs.
  @Test func gitHubReadsOneCommandALine() {
    let data = "a,b:c 100%25 <&\"'>\u{240D}%0A::error::\u{2401}\u{240C}\u{FFFF}é.md"
    let message = "a,b:c 100%25 <&\"'> ::error::\u{2401} \u{FFFF}é.md"
    let property = "a%2Cb%3Ac 100%25 <&\"'>%0D%0A%3A%3Aerror%3A%3A\u{1}\u{C}\u{FFFF}é.md"
    #expect(
      text(.github) == """
        ::error file=content/\(property),line=1,endLine=3,title=sample-crashed::\(message) \
        (sample '\(data)')%0Acontent/\(data): \(data)%0Acontent/\(data): \(data)%0A\(data)
        ::notice file=content/\(property),title=missing-alt-text::\(message)
        ::notice::\(data)

        """)
  }

  @Test func jsonLinesGiveEveryTextBack() throws {
    let text = text(.json)
    let lines = try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    #expect(
      lines.map { $0["type"]?.string } == [
        "diagnostic", "diagnostic", "sample", "remark", "summary",
      ])
    #expect(lines[0]["file"]?.string == "content/\(Self.name)")
    #expect(lines[0]["message"]?.string == Self.name.onOneLine)
    #expect(lines[0]["sample"]?.string == "content/\(Self.name)#\(Self.name)")
    #expect(
      lines[0]["notes"]?.array?.map { $0["message"]?.string } == [Self.name, Self.name, Self.name])
    #expect(lines[2]["id"]?.string == "content/\(Self.name)#\(Self.name)")
    #expect(lines[3]["message"]?.string == Self.name)
  }

  @Test func sarifKeepsToItsSchema() throws {
    let log = try JSONParser.parse(Array(text(.sarif).utf8))
    #expect(SARIFSchema(log).problems == [])
    let result = try #require(log["runs"]?.array?.first?["results"]?.array?.first)
    let place = result["locations"]?.array?.first?["physicalLocation"]
    let uri = try #require(place?["artifactLocation"]?["uri"]?.string)
    #expect(uri.removingPercentEncoding == "content/\(Self.name)")
    #expect(result["relatedLocations"]?.array?.count == 2)
  }

  /// A check that finds nothing wrong has to be able to.
  @Test func theSchemaFindsWhatIsWrong() throws {
    let log: JSONValue = [
      "version": "2.0.0",
      "runs": [
        [
          "columnKind": "bytes",
          "results": [
            [
              "level": "hint", "title": "x",
              "locations": [["physicalLocation": ["region": ["startLine": 0]]]],
              "relatedLocations": [[:], [:]],
            ]
          ],
        ]
      ],
    ]
    #expect(
      SARIFSchema(log).problems.sorted() == [
        "log.runs[0] has no 'tool'", "log.runs[0].columnKind is \"bytes\"",
        "log.runs[0].results[0] has 'title'", "log.runs[0].results[0] has no 'message'",
        "log.runs[0].results[0].level is \"hint\"",
        "log.runs[0].results[0].locations[0].physicalLocation has no 'artifactLocation'",
        "log.runs[0].results[0].locations[0].physicalLocation.region.startLine is 0",
        "log.runs[0].results[0].relatedLocations repeats an item", "log.version is \"2.0.0\"",
      ])
  }

  @Test func jUnitKeepsToItsSchema() throws {
    let schema = JUnitSchema(text(.junit))
    #expect(schema.problems == [])
    // XML has no such control characters nor U+FFFF, and reads a line end in an attribute as a
    // space.
    let shown = Self.name.replacing("\r\n", with: " ").replacing("\u{1}", with: "\u{2401}")
      .replacing("\u{C}\u{FFFF}", with: "")
    #expect(schema.names.contains(shown))
    #expect(schema.names.contains("]]>"))
  }
}
