/// How much of a text that a program made is shown to people: beyond that it is said how much is left out.
public struct Abridgement: Sendable {
  /// The lines that are shown.
  private let lineCount: Int
  /// The characters of one line.
  private let lineLength: Int
  /// The bytes of all lines together.
  private let size: Int

  /// As much as a terminal shows of one problem.
  public static let problem = Abridgement(lineCount: 100, lineLength: 1000, size: 16 << 10)
  /// As much as a page shows of one sample, or a report.
  public static let page = Abridgement(lineCount: 500, lineLength: 2000, size: 64 << 10)

  /// A text without what is too much of it.
  public func text(of text: String) -> String {
    guard text.utf8.count > lineLength || text.utf8.count(where: { $0 == 0x0A }) >= lineCount else {
      return text
    }
    // By bytes, for CR and LF together are one character of Swift's.
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
    if missing > 0 { shown.append("… (\(missing) more line\(missing == 1 ? "" : "s"))") }
    return shown.joined(separator: "\n") + (isEnded ? "\n" : "")
  }

  /// A line without what is too much of it.
  public func line(_ text: String) -> String {
    guard text.utf8.count > lineLength else { return text }
    let missing = text.count - lineLength
    return missing <= 0 ? text : "\(text.prefix(lineLength))… (\(missing) more characters)"
  }
}
