import DocgenGround

/// Workflow commands (`::error file=…::…`), which GitHub shows next to the lines of a change.
struct GitHubReport {
  let report: BuildReport

  /// The prefix of each file's path.
  let folder: String

  var text: String {
    report.diagnostics.map { command($0) + "\n" }.joined()
      + report.remarks.map { "::notice::\(Self.data($0))\n" }.joined()
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    let name =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .hint: "notice"
      }
    var properties = ["file=\(Self.property(folder + diagnostic.location.file))"]
    if let range = diagnostic.location.range {
      properties.append("line=\(range.start.line)")
      // GitHub shows columns only within one line.
      if range.end.line == range.start.line {
        properties += ["col=\(range.start.column)", "endColumn=\(range.end.column)"]
      } else {
        properties.append("endLine=\(range.end.line)")
      }
    }
    properties.append("title=\(Self.property(diagnostic.id.rawValue))")
    let notes = diagnostic.notes.map { note in
      "\n" + (note.location.map { "\($0): " } ?? "") + note.text
    }
    return
      "::\(name) \(properties.joined(separator: ","))::"
      + Self.data(diagnostic.message.text + diagnostic.sampleSuffix + notes.joined())
  }

  /// Returns a message with `%`, CR and LF escaped.
  ///
  /// The log is a terminal, so control characters are made visible.
  private static func data(_ text: String) -> String {
    escape(text.showingControls, characters: "%\r\n")
  }

  /// Returns a property, in which `:` and `,` also need escapes.
  private static func property(_ text: String) -> String { escape(text, characters: "%\r\n:,") }

  /// Escapes scalars, because CR and LF together are one character, which equals neither.
  private static func escape(_ text: String, characters: String) -> String {
    text.unicodeScalars.map { scalar in
      guard characters.unicodeScalars.contains(scalar) else { return String(scalar) }
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (code.count < 2 ? "0" : "") + code
    }.joined()
  }
}

extension String {
  /// The text with workflow commands of GitHub Actions made ineffective, which samples may print.
  ///
  /// Runners obey lines that begin with `::`, even after spaces, and `##[` anywhere
  /// (`ActionCommand` of actions/runner). An invisible word joiner (U+2060) prevents that.
  public var hidingWorkflowCommands: String {
    guard utf8.contains(UInt8(ascii: ":")) || utf8.contains(UInt8(ascii: "#")) else {
      return self
    }
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      let joiner = line[start...].hasPrefix("::") ? "\u{2060}" : ""
      return line[..<start] + joiner + line[start...].replacing("##[", with: "#\u{2060}#[")
    }.joined(separator: "\n")
  }
}
