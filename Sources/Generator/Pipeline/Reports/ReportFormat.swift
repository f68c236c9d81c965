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
  ///   - folder: the path of the site in its repository, which the readers of `github` and `sarif`
  ///     know files by; empty, or with a `/` at its end.
  public func text(as format: ReportFormat, seconds: Double, folder: String = "") -> String {
    switch format {
    case .text:
      diagnostics.map { DiagnosticText(files: sources).text(of: $0) }.joined()
        + remarks.map { "note: \($0)\n" }.joined()
        + "\(isGood ? "fine" : "failed"): \(summary(seconds: seconds))\n"
    case .json: JSONLinesReport(self, seconds: seconds).text
    case .github: GitHubReport(self, folder: folder).text
    case .junit: JUnitReport(self, seconds: seconds).text
    case .sarif: SARIFReport(self, folder: folder).text
    }
  }

  /// Seconds to the millisecond, for reports.
  static func seconds(_ duration: Duration?) -> Double {
    ((duration.map { $0 / .seconds(1) } ?? 0) * 1000).rounded() / 1000
  }
}
