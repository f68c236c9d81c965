/// Limits on how much of a program's output to show, with a note of how much is left out.
public struct Abridgement: Sendable {
  /// The maximum number of lines.
  private let lineCount: Int
  /// The maximum number of characters per line.
  private let lineLength: Int
  /// The maximum number of bytes in all lines.
  private let size: Int

  /// The limits for one problem in a terminal.
  public static let problem = Abridgement(lineCount: 100, lineLength: 1000, size: 16 << 10)
  /// The limits for one sample on a page or in a report.
  public static let page = Abridgement(lineCount: 500, lineLength: 2000, size: 64 << 10)

  /// Returns a text within the limits.
  public func text(of text: String) -> String {
    guard text.utf8.count > lineLength || text.utf8.count(where: { $0 == 0x0A }) >= lineCount else {
      return text
    }
    // Split by bytes, because CR LF is one character in Swift.
    let isEnded = text.utf8.last == 0x0A
    let lines = (isEnded ? text.utf8.dropLast() : text.utf8[...])
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    var shown: [String] = []
    var room = size
    for line in lines.prefix(lineCount) {
      shown.append(self.line(String(Substring(line))))
      room -= shown[shown.count - 1].utf8.count + 1
      if room < 0 { break }
    }
    let missing = lines.count - shown.count
    if missing > 0 { shown.append("… (\(missing.counting("more line")))") }
    return shown.joined(separator: "\n") + (isEnded ? "\n" : "")
  }

  /// Returns a line within the limits.
  public func line(_ text: String) -> String {
    guard text.utf8.count > lineLength else { return text }
    let missing = text.count - lineLength
    return missing <= 0 ? text : "\(text.prefix(lineLength))… (\(missing) more characters)"
  }
}

extension StringProtocol {
  /// The text with visible symbols (U+2400 and on) for control characters except tabs and line
  /// ends.
  ///
  /// Control characters can move a terminal's cursor, change its colours, or worse. Characters that
  /// change the writing direction (Unicode Standard Annex 9, 2.1 to 2.4) can disguise a line.
  public var showingControls: String {
    // Most texts have none. In UTF-8, those beyond ASCII start with 0xC2 or 0xE2.
    let mayHaveSome = utf8.contains { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F || byte == 0xC2
        || byte == 0xE2
    }
    guard mayHaveSome else { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: result.append("\u{2421}")
      // C1, which some terminals also interpret.
      case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String {
  /// The text with one space instead of each line end and the spaces around it.
  public var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline)
      .map { $0.trimmed(where: \.isWhitespace) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
