import DocgenDocModel
import DocgenGround

/// A format of a build's report, for people or for programs.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Diagnostics with excerpts, as in a terminal.
  case text
  /// One JSON object on each line.
  case json
  /// Workflow commands, which GitHub shows next to the changed lines.
  case github
  /// JUnit's XML: a test case for each sample and each page.
  case junit
  /// SARIF 2.1.0.
  case sarif
}

extension BuildReport {
  /// Returns the complete report in a format, including the final line end.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - seconds: the duration of the build.
  ///   - folder: the path of the site in its repository, which prefixes file names in `github` and
  ///     `sarif`; empty, or with a `/` at its end.
  public func text(as format: ReportFormat, seconds: Double, folder: String = "") -> String {
    switch format {
    case .text:
      diagnostics.map { DiagnosticText(files: sources).text(of: $0) }.joined()
        + remarks.map { "note: \($0)\n" }.joined()
        + "\(isGood ? "fine" : "failed"): \(summary(seconds: seconds))\n"
    case .json: JSONLinesReport(report: self, seconds: seconds).text
    case .github: GitHubReport(report: self, folder: folder).text
    case .junit: JUnitReport(report: self, seconds: seconds).text
    case .sarif: SARIFReport(report: self, folder: folder).text
    }
  }

  /// Returns seconds rounded to the millisecond.
  static func seconds(_ duration: Duration?) -> Double {
    ((duration.map { $0 / .seconds(1) } ?? 0) * 1000).rounded() / 1000
  }
}

extension SampleOutcome {
  /// Whether it failed only because another block of its session did, as the summary counts.
  var isBlocked: Bool { result == .failed && !diagnostics.containsError }
}
