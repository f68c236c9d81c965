import DocgenGround
import DocgenJSON
import DocgenSiteRendering

/// SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), for code scanning.
struct SARIFReport {
  let report: BuildReport

  /// The prefix of each file's path.
  let folder: String

  var text: String {
    let rules = Set(report.diagnostics.map(\.id.rawValue)).sorted()
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": ["name": "docgen", "rules": .array(rules.map { ["id": .string($0)] })]
          ],
          "columnKind": "utf16CodeUnits",
          "invocations": [
            [
              // True because docgen itself ran to completion; what it found are the results
              // (section 3.20.14).
              "executionSuccessful": true,
              "toolExecutionNotifications": .array(
                report.remarks.map { ["level": "note", "message": ["text": .string($0)]] }),
            ]
          ],
          "results": .array(report.diagnostics.map { result(of: $0, rules: rules) }),
        ]
      ],
    ]
    return log.serialized() + "\n"
  }

  private func result(of diagnostic: Diagnostic, rules: [String]) -> JSONValue {
    var object: JSONObject = [
      "ruleId": .string(diagnostic.id.rawValue),
      "ruleIndex": .integer(rules.firstIndex(of: diagnostic.id.rawValue) ?? 0),
      "level": .string(level(diagnostic.severity)),
      "message": ["text": .string(Self.message(diagnostic))],
      "locations": [.object(location(diagnostic.location))],
    ]
    let related = diagnostic.notes.enumerated().compactMap { index, note in
      note.location.map { place -> JSONValue in
        var object = location(place)
        object["id"] = .integer(index)
        object["message"] = ["text": .string(note.text)]
        return .object(object)
      }
    }
    if !related.isEmpty { object["relatedLocations"] = .array(related) }
    return .object(object)
  }

  /// Returns the message with the notes that have no location.
  private static func message(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.filter { $0.location == nil }.map(\.text)
    return ([diagnostic.message.text + diagnostic.sampleSuffix] + notes).joined(separator: "\n")
  }

  private func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .hint: "note"
    }
  }

  private func location(_ location: SourceLocation) -> JSONObject {
    var physical: JSONObject = [
      "artifactLocation": [
        "uri": .string(SitePath.escaped(folder + location.file)), "uriBaseId": "%SRCROOT%",
      ]
    ]
    if let range = location.range {
      physical["region"] = [
        "startLine": .integer(range.start.line),
        "startColumn": .integer(column(range.start, in: location.file)),
        "endLine": .integer(range.end.line),
        "endColumn": .integer(column(range.end, in: location.file)),
      ]
    }
    return ["physicalLocation": .object(physical)]
  }

  /// Returns a column in UTF-16 code units, as SARIF counts, for one in bytes.
  private func column(_ position: SourcePosition, in file: String) -> Int {
    guard let source = report.sources[file], source.lines.indices.contains(position.line - 1) else {
      return position.column
    }
    let line = source.line(position.line)
    let before = String(decoding: line.utf8.prefix(max(0, position.column - 1)), as: UTF8.self)
    return before.utf16.count + 1 + max(0, position.column - 1 - line.utf8.count)
  }
}
