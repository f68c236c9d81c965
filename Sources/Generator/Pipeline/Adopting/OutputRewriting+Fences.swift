import DocgenGround

extension OutputRewriting {
  /// Appends options to the opening fence on a line, and adds an output block after its closing one
  /// and an empty line.
  ///
  /// - Parameter number: the line, from 1.
  mutating func mark(_ number: Int, options: [String], output: [String]?) {
    let index = number - 1
    guard lines.indices.contains(index), let fence = FenceLine(lines[index].text) else { return }
    if let output, let end = closingFence(after: index, fence: fence) {
      let lineEnd = lines[index].end
      let length = max(3, (output.map { fence.run(in: $0) + 1 }).max() ?? 3)
      let text = String(repeating: fence.character, count: length)
      let block = ["", text + "output"] + output + [text]
      let new = block.map { Line(text: fence.continuing($0), end: lineEnd) }
      if lines[end].end.isEmpty { lines[end].end = lineEnd }
      lines.insert(contentsOf: new, at: end + 1)
    }
    if !options.isEmpty {
      let text = lines[index].text
      let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.endIndex
      lines[index].text = text[..<end] + " " + options.joined(separator: " ")
    }
  }

  /// Appends a line to the end, after an empty one.
  mutating func append(_ line: String) {
    while let last = lines.last, last.text.isEmpty, lines.count > 1 { lines.removeLast() }
    let end = lines.first.map { $0.end.isEmpty ? "\n" : $0.end } ?? "\n"
    lines[lines.count - 1].end = end
    lines += [Line(text: "", end: end), Line(text: line, end: end), Line(text: "", end: "")]
  }

  private func closingFence(after opening: Int, fence: FenceLine) -> Int? {
    lines.indices.dropFirst(opening + 1).first { closingFence($0, of: fence) != nil }
  }
}

extension FenceLine {
  /// Creates the fence of a line, after the marks of quotes and lists.
  init?(_ line: String) {
    guard let found = line.firstRange(of: /```|~~~/) else { return nil }
    self.init(line, column: line.utf8.distance(from: line.startIndex, to: found.lowerBound) + 1)
  }
}
