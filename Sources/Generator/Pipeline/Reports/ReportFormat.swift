/// A form in which a build's findings are given, for people or for programs.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Problems with excerpts, as in a terminal.
  case text
  /// A JSON object a line.
  case json
  /// Workflow commands that GitHub shows beside the changed lines.
  case github
  /// JUnit's XML: a test case for each sample and each page.
  case junit
  /// SARIF 2.1.0.
  case sarif
}

extension BuildReport {
  /// The whole report in a format, ending in a line end.
  ///
  /// - Parameters:
  ///   - format: which format.
  ///   - seconds: how long the build took.
  public func text(as format: ReportFormat, seconds: Double) -> String {
    switch format {
    case .text:
      diagnostics.map { DiagnosticText(files: sources).text(of: $0) }.joined()
        + remarks.map { "note: \($0)\n" }.joined()
        + "\(isGood ? "fine" : "failed"): \(summary(seconds: seconds))\n"
    case .json: JSONLinesReport(self, seconds: seconds).text
    case .github: GitHubReport(self).text
    case .junit: JUnitReport(self, seconds: seconds).text
    case .sarif: SARIFReport(self).text
    }
  }

  /// Seconds to the millisecond, for reports.
  static func seconds(_ duration: Duration?) -> Double {
    ((duration.map { $0 / .seconds(1) } ?? 0) * 1000).rounded() / 1000
  }
}
