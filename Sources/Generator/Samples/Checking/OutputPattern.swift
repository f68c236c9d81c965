import DocgenGround

/// Expected output with its wildcards.
///
/// `…` alone on a line stands for any number of lines, even none, and `<…>` for any text within a
/// line. Spaces at the end of a line and empty lines at the end of the output don't count.
struct OutputPattern: Sendable, Hashable {
  /// An expected line.
  enum Line: Sendable, Hashable {
    /// Any number of lines.
    case anyLines
    /// The parts between `<…>` wildcards; a single part is the complete line.
    case text([String])
  }

  let lines: [Line]

  /// Parses the lines of an output block.
  init(_ lines: [String]) {
    self.lines = OutputPattern.trimmed(lines).map { line in
      let words = line.filter { $0 != " " && $0 != "\t" }
      return words == "…" ? .anyLines : .text(OutputPattern.parts(of: line))
    }
  }

  /// Whether an output matches.
  ///
  /// The search goes back to the latest `anyLines` only: an earlier one never needs to match more.
  /// So the time is at most proportional to the product of both lengths.
  func matches(_ output: [String]) -> Bool {
    let output = OutputPattern.trimmed(output)
    var next = 0
    var line = 0
    var retry: (pattern: Int, line: Int)?
    while line < output.count {
      if next < lines.count, lines[next] == .anyLines {
        retry = (next + 1, line)
        next += 1
      } else if next < lines.count, OutputPattern.matches(lines[next], actual: output[line]) {
        next += 1
        line += 1
      } else if let latest = retry {
        retry = (latest.pattern, latest.line + 1)
        next = latest.pattern
        line = latest.line + 1
      } else {
        return false
      }
    }
    return lines[next...].allSatisfy { $0 == .anyLines }
  }

  /// Whether an expected line, which isn't `anyLines`, matches a printed one.
  static func matches(_ expected: Line, actual: String) -> Bool {
    guard case .text(let parts) = expected, let first = parts.first else { return false }
    let bytes = Array(actual.utf8)
    // Compares bytes: an é of one scalar and one of two look the same but differ.
    guard parts.count > 1 else { return first.utf8.elementsEqual(actual.utf8) }
    let last = Array(parts[parts.count - 1].utf8)
    let head = Array(first.utf8)
    guard bytes.count >= head.count + last.count, bytes.starts(with: head),
      bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    // The earliest position for each part leaves the most text for the next.
    var rest = bytes[head.count..<(bytes.count - last.count)]
    for part in parts[1..<(parts.count - 1)] {
      guard let found = rest.firstIndexRange(of: Array(part.utf8)) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// Returns the lines of an output.
  ///
  /// Splits bytes, because CR and LF together, as in HTTP, are one Swift character.
  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Returns the lines of an output, without what doesn't count.
  static func trimmedLines(of text: String) -> [String] { trimmed(lines(of: text)) }

  /// Returns lines without spaces at their ends and without empty lines at the end.
  static func trimmed(_ lines: [String]) -> [String] {
    var result = lines.map { line in
      let end = line.utf8.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }
      return end.map { String(line[...$0]) } ?? ""
    }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  /// Returns the parts of a line between its wildcards.
  static func parts(of line: String) -> [String] {
    line.split(separator: "<…>", omittingEmptySubsequences: false).map(String.init)
  }
}

extension String {
  /// The line with docgen's wildcards for everything that is written like one.
  var withWildcards: String {
    let dots = ["<...>", "<…>", "..."].reduce(self) { $0.replacing($1, with: "…") }
    return dots.trimmed(where: \.isWhitespace) == "…" && !contains("<")
      ? "…" : dots.replacing("…", with: "<…>")
  }
}
