extension String {
  /// The text with nothing that a log of GitHub Actions would take for a workflow command, which what a
  /// sample prints might hold.
  ///
  /// Runners obey lines that begin with `::`, also behind spaces, and `##[` anywhere
  /// (`ActionCommand` of actions/runner). A word joiner (U+2060), which nobody sees, makes them text.
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
