public import DocgenGround

/// The locations in a file of the tags of some HTML.
public struct HTMLTagLocations: Sendable {
  private let start: SourcePosition
  private let file: SourceFile
  /// The start of each line of the HTML.
  private var lineStarts = [0]
  /// The positions of `<` in the HTML.
  private var signs: [Int] = []
  /// The positions of `<` in each of these lines of the file, in bytes from 0.
  private var signsOfLines: [[Int]] = []

  /// Creates the locations.
  ///
  /// - Parameters:
  ///   - html: the HTML, which may differ from what the file has in its attributes.
  ///   - start: where it begins in the file.
  public init(in html: String, from start: SourcePosition, of file: SourceFile) {
    self.start = start
    self.file = file
    for (index, byte) in html.utf8.enumerated() {
      if byte == UInt8(ascii: "<") { signs.append(index) }
      if byte == UInt8(ascii: "\n") { lineStarts.append(index + 1) }
    }
    signsOfLines = lineStarts.indices.map { line in
      let first = line == 0 ? start.column - 1 : 0
      let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : html.utf8.count
      let count = signs.firstIndex(above: end - 1) - signs.firstIndex(above: lineStarts[line] - 1)
      // The line may be long, and the HTML a single tag.
      return Self.signs(in: file.line(start.line + line), after: first, count: count)
    }
  }

  private static func signs(in line: Substring, after first: Int, count: Int) -> [Int] {
    var signs: [Int] = []
    var bytes = line.utf8.dropFirst(first)
    var offset = first
    while signs.count < count, let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "<") { signs.append(offset) }
      offset += 1
    }
    return signs
  }

  /// Returns the range of a tag in the file.
  public func range(of tag: HTMLTag) -> SourceRange {
    let line = lineStarts.firstIndex(above: tag.range.lowerBound) - 1
    // The marks of quotes and lists come before the HTML, and contain no `<`.
    let number =
      signs.firstIndex(above: tag.range.lowerBound - 1)
      - signs.firstIndex(above: lineStarts[line] - 1)
    let signs = signsOfLines[line]
    let column =
      signs.indices.contains(number) ? signs[number] : line == 0 ? start.column - 1 : 0
    let rest = file.line(start.line + line).utf8.dropFirst(column)
    let end = tag.isUnfinished ? nil : rest.firstIndex(of: UInt8(ascii: ">"))
    let length = end.map { rest.distance(from: rest.startIndex, to: $0) + 1 }
    return SourceRange(
      line: start.line + line, column: column + 1, length: length ?? rest.count)
  }
}

extension [Int] {
  /// Returns the index of the first element above a value, in a sorted array.
  fileprivate func firstIndex(above value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
