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
