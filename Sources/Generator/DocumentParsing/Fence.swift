/// An open code fence, as CommonMark 0.31 section 4.5 defines it.
struct Fence {
  private let character: Character
  private let length: Int

  /// Creates the fence that a line opens, if any.
  init?(opening line: Substring) {
    let rest = line.drop { $0 == " " }
    guard line.count - rest.count < 4, let first = rest.first, first == "`" || first == "~" else {
      return nil
    }
    let length = rest.prefix { $0 == first }.count
    let info = rest.dropFirst(length)
    guard length >= 3, !(first == "`" && info.contains("`")) else { return nil }
    character = first
    self.length = length
  }

  /// The fence itself, which also closes it.
  var text: String { String(repeating: character, count: length) }

  /// Whether a line closes this fence.
  func isClosed(by line: Substring) -> Bool {
    let rest = line.drop { $0 == " " }
    let run = rest.prefix { $0 == character }.count
    return line.count - rest.count < 4 && run >= length
      && rest.dropFirst(run).allSatisfy { $0 == " " || $0 == "\t" }
  }
}

/// The fenced blocks of a text, found line by line.
struct FencedLines {
  private var open: Fence?

  /// Whether the next line is part of a fenced block: one of its fences, or between them.
  mutating func contain(_ line: Substring) -> Bool {
    if let fence = open {
      if fence.isClosed(by: line) { open = nil }
      return true
    }
    open = Fence(opening: line)
    return open != nil
  }
}
