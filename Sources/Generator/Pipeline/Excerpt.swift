import DocgenGround

/// A line as a terminal shows it, cut around a location if it is too long.
struct Excerpt {
  /// The visible part of the line, with `…` where it is cut.
  let text: String
  /// White space as wide as the text before the location; tabs stay tabs.
  let padding: String
  /// The number of columns of the location.
  let width: Int

  /// Creates the excerpt of a line.
  ///
  /// - Parameters:
  ///   - start: the location's first byte, from 0.
  ///   - length: its number of bytes.
  ///   - columns: the most columns of the excerpt.
  init(of line: Substring, from start: Int, length: Int, columns: Int) {
    let bytes = line.utf8
    let place =
      bytes.index(bytes.startIndex, offsetBy: max(0, start), limitedBy: bytes.endIndex)
      ?? bytes.endIndex
    let end =
      bytes.index(place, offsetBy: max(1, length), limitedBy: bytes.endIndex) ?? bytes.endIndex
    // Only as much of a long line is looked at as can be shown.
    var before = line[..<place].suffix(columns: columns)
    var after = line[place...].prefix(columns: columns)
    let isCut = before.startIndex > line.startIndex || after.endIndex < line.endIndex
    if isCut || before.columns + after.columns > columns {
      // Without the signs at both ends.
      let room = columns - 2
      after = after.prefix(columns: room - min(before.columns, room / 3))
      before = before.suffix(columns: room - after.columns)
    }
    let begin = before.startIndex > line.startIndex ? "…" : ""
    let finish = after.endIndex < line.endIndex ? "…" : ""
    text = begin + String(line[before.startIndex..<after.endIndex]).showingControls + finish
    padding =
      (begin.isEmpty ? "" : " ")
      + before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.terminalWidth) }.joined()
    width = line[place..<max(place, min(end, after.endIndex))].reduce(0) { $0 + $1.terminalWidth }
  }
}

extension Substring {
  /// The most columns that the text can take.
  fileprivate var columns: Int { reduce(0) { $0 + $1.mostColumns } }

  /// Returns the beginning that fits into some columns.
  fileprivate func prefix(columns: Int) -> Substring {
    var room = columns
    return prefix { character in
      room -= character.mostColumns
      return room >= 0
    }
  }

  /// Returns the end that fits into some columns.
  fileprivate func suffix(columns: Int) -> Substring {
    var (start, room) = (endIndex, columns)
    while start > startIndex {
      let next = index(before: start)
      room -= self[next].mostColumns
      if room < 0 { break }
      start = next
    }
    return self[start...]
  }
}

extension Character {
  /// As many columns, or those between the stops of tabs.
  fileprivate var mostColumns: Int { self == "\t" ? 8 : terminalWidth }
}
