import DocgenDocModel
import DocgenGround
import DocgenJSON
import DocgenSamples

/// One JSON object on each line, distinguished by `type`.
///
/// Types are `diagnostic`, `sample`, `remark`, and at the end one `summary`. Lines count from 1,
/// columns in UTF-8 bytes from 1.
struct JSONLinesReport {
  let report: BuildReport
  let seconds: Double

  var text: String {
    let lines =
      report.diagnostics.map(value) + report.outcomes.map(value)
      + report.remarks.map { ["type": "remark", "message": .string($0)] } + [summary]
    return lines.map { $0.serialized() + "\n" }.joined()
  }

  private func value(of diagnostic: Diagnostic) -> JSONValue {
    var object = adding(diagnostic.location, to: ["type": "diagnostic"])
    object["severity"] = .string(diagnostic.severity.rawValue)
    object["id"] = .string(diagnostic.id.rawValue)
    object["message"] = .string(diagnostic.message.text)
    if let sample = diagnostic.sample { object["sample"] = .string(sample.description) }
    object["notes"] = .array(
      diagnostic.notes.map { note in
        var object: JSONObject = [:]
        if let location = note.location { object = adding(location, to: object) }
        object["message"] = .string(note.text)
        return .object(object)
      })
    return .object(object)
  }

  private func adding(_ location: SourceLocation, to object: JSONObject) -> JSONObject {
    var object = object
    object["file"] = .string(location.file)
    if let range = location.range {
      object["line"] = .integer(range.start.line)
      object["column"] = .integer(range.start.column)
      object["endLine"] = .integer(range.end.line)
      object["endColumn"] = .integer(range.end.column)
    }
    return object
  }

  private func value(of outcome: SampleOutcome) -> JSONValue {
    let times = report.samples.times[outcome.id]
    return [
      "type": "sample", "id": .string(outcome.id.description),
      "result": .string(outcome.isBlocked ? "blocked" : "\(outcome.result)"),
      "origin": .string("\(outcome.origin)"),
      "isLinkedAlone": .bool(outcome.isLinkedAlone),
      "isOverlapping": .bool(outcome.transcript.isOverlapping),
      "seconds": [
        "compile": .double(BuildReport.seconds(times?.compile)),
        "link": .double(BuildReport.seconds(times?.link)),
        "run": .double(BuildReport.seconds(times?.run)),
      ],
    ]
  }

  private var summary: JSONValue {
    let counts = report.samples
    return [
      "type": "summary", "isGood": .bool(report.isGood), "pages": .integer(report.pageCount),
      "links": .integer(report.linkCount),
      "samples": [
        "total": .integer(report.sampleCount), "cached": .integer(counts.cached),
        "compiled": .integer(counts.compiled), "run": .integer(counts.run),
        "failed": .integer(counts.failed), "linkedAlone": .integer(counts.linkedAlone.count),
        "compiledAlone": .integer(counts.compiledAlone),
        "overlapping": .integer(counts.overlapping),
        "blocked": .integer(counts.blocked), "placeholders": .integer(report.placeholderCount),
        "skipped": .integer(report.skipped.count),
      ],
      "errors": .integer(report.diagnostics.count { $0.severity == .error }),
      "warnings": .integer(report.diagnostics.count { $0.severity == .warning }),
      "linkSeconds": .double(BuildReport.seconds(report.samples.linkTime)),
      "seconds": .double((seconds * 1000).rounded() / 1000),
    ]
  }
}
