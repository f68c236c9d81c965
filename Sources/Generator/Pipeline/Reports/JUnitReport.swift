import DocgenDocModel
import DocgenGround
import DocgenSamples
import DocgenSiteRendering

/// JUnit's XML as build servers read it.
///
/// One suite has a test case for each sample; another has one for each file, which fails if the
/// file has other problems.
struct JUnitReport {
  let report: BuildReport
  let seconds: Double

  private var files: DiagnosticText { DiagnosticText(files: report.sources) }

  /// A test case.
  private struct Case {
    var group: String
    var name: String
    var seconds = 0.0
    var isSkipped = false
    var failures: [Diagnostic] = []
    /// Why it is skipped, if that isn't the choice of the user.
    var reason: String?
    var output = ""

    var hasFailed: Bool { !failures.isEmpty }
  }

  var text: String {
    let suites = [("samples", sampleCases), ("documents", documentCases)]
    let all = suites.flatMap { $0.1 }
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"docgen\" \(counts(of: all)) time=\"\(seconds.text(decimals: 3))\">\n"
    for (name, cases) in suites {
      let total = cases.reduce(0) { $0 + $1.seconds }
      xml += "<testsuite name=\"\(name)\" \(counts(of: cases)) skipped=\""
      xml += "\(cases.count { $0.isSkipped })\" time=\"\(total.text(decimals: 3))\">\n"
      for test in cases { xml += element(test) }
      xml += "</testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private var sampleCases: [Case] {
    report.outcomes.map { outcome in
      let failures = outcome.diagnostics.filter(isFailure)
      // Another block's case has the reason.
      let isBlocked = failures.isEmpty && outcome.isBlocked
      return Case(
        group: outcome.id.file, name: outcome.id.name,
        seconds: BuildReport.seconds(report.samples.times[outcome.id]?.total),
        isSkipped: isBlocked, failures: failures,
        reason: isBlocked ? "another block of its session failed" : nil,
        output: Abridgement.page.text(of: outcome.output))
    }
      + report.skipped.map { Case(group: $0.file, name: $0.name, isSkipped: true) }
  }

  /// The test cases of the documents, without the problems reported in those of samples.
  private var documentCases: [Case] {
    let ofSamples = Set(report.outcomes.flatMap(\.diagnostics))
    let others = report.diagnostics.filter { !ofSamples.contains($0) && isFailure($0) }
    let byFile = Dictionary(grouping: others, by: \.location.file)
    let names = Set(report.sources.keys).union(byFile.keys)
    return names.sorted().map { file in
      Case(group: "documents", name: file, failures: byFile[file] ?? [])
    }
  }

  private func isFailure(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity >= (report.isStrict ? .warning : .error)
  }

  private func counts(of cases: [Case]) -> String {
    let failures = cases.count(where: \.hasFailed)
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
  }

  private func element(_ test: Case) -> String {
    var xml = "<testcase classname=\"\(XMLText.escape(test.group))\" "
    xml += "name=\"\(XMLText.escape(test.name))\" time=\"\(test.seconds.text(decimals: 3))\""
    guard test.isSkipped || test.hasFailed || !test.output.isEmpty else {
      return xml + "/>\n"
    }
    xml += ">\n"
    if test.isSkipped {
      xml += "<skipped\(test.reason.map { " message=\"\($0)\"" } ?? "")/>\n"
    }
    // Only one failure in each case, because some readers accept no more.
    if let first = test.failures.first {
      let text = test.failures.map { files.text(of: $0) }.joined()
      xml += "<failure message=\"\(XMLText.escape(first.message.text))\" "
      xml += "type=\"\(first.id.rawValue)\">"
      xml += "\(XMLText.escape(text))</failure>\n"
    }
    if !test.output.isEmpty {
      xml += "<system-out>\(XMLText.escape(test.output))</system-out>\n"
    }
    return xml + "</testcase>\n"
  }
}
