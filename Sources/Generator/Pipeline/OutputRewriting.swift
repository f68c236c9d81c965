import DocgenDocModel
import DocgenGround
import DocgenSamples

/// The text of a document in which output blocks are updated.
///
/// Line ends, a byte order mark and the lines that still match stay the same, byte for byte.
struct OutputRewriting: Sendable {
  var lines: [Line]

  /// A line with its line end.
  struct Line: Sendable {
    var text: String
    var end: String
  }

  /// Creates the lines of a document.
  init(_ text: String) {
    lines = []
    var current = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\n" || scalar == "\r" else {
        current.append(scalar)
        continue
      }
      let isPair = scalar == "\r" && scalars.first == "\n"
      if isPair { scalars.removeFirst() }
      lines.append(Line(text: String(current), end: isPair ? "\r\n" : String(scalar)))
      current = String.UnicodeScalarView()
    }
    lines.append(Line(text: String(current), end: ""))
  }

  /// The updated text.
  var text: String { lines.map { $0.text + $0.end }.joined() }

  /// Updates an output block.
  ///
  /// Update blocks from the last to the first, because lines after a block move.
  ///
  /// - Returns: whether the block is where it should be.
  mutating func replace(_ block: Sample.ExpectedOutput, with revised: RevisedOutput) -> Bool {
    let opening = block.range.start.line - 1
    guard lines.indices.contains(opening),
      let fence = FenceLine(lines[opening].text, column: block.range.start.column)
    else { return false }
    let content = block.lines.map { $0.number - 1 }
    let first = opening + 1
    let afterContent = (content.last ?? opening) + 1
    guard content.isEmpty || content.first == first,
      content.count == afterContent - first, afterContent <= lines.count
    else { return false }
    let lineEnd = lines[opening].end.isEmpty ? "\n" : lines[opening].end
    let new = revised.lines.map { line -> Line in
      switch line {
      case .unchanged(let row): Line(text: lines[first + row].text, end: lineEnd)
      case .new(let text): Line(text: fence.continuing(text), end: lineEnd)
      }
    }
    let texts = revised.lines.map { line in
      switch line {
      case .unchanged(let row): block.lines[row].text
      case .new(let text): text
      }
    }
    let length = max(fence.length, texts.map { fence.run(in: $0) + 1 }.max() ?? 0)
    // If a list or a quote ends before the fence, the fence belongs to another block.
    let isClosed = block.range.end.line > afterContent
    let closing = isClosed ? closingFence(afterContent, of: fence) : nil
    lines[opening].text = fence.opening(length: length)
    lines[opening].end = lineEnd
    if let closing {
      lines[afterContent].text = closing.closing(length: max(length, closing.length))
    } else {
      lines.insert(Line(text: fence.closing(length: length), end: lineEnd), at: afterContent)
    }
    lines.replaceSubrange(first..<afterContent, with: new)
    return true
  }

  func closingFence(_ index: Int, of opening: FenceLine) -> FenceLine? {
    guard lines.indices.contains(index) else { return nil }
    let text = lines[index].text
    // The marks of quotes and of doc comments.
    let prefix = text.utf8.prefix { [0x20, 0x09, 0x3E, 0x2F].contains($0) }
    guard let fence = FenceLine(text, column: prefix.count + 1),
      fence.character == opening.character, fence.length >= opening.length,
      fence.rest.allSatisfy({ $0 == " " || $0 == "\t" })
    else { return nil }
    return fence
  }
}

/// A line with a fence: the text before it, the fence, and the text after it.
struct FenceLine {
  let prefix: Substring
  let character: Character
  let length: Int
  let rest: Substring

  init?(_ line: String, column: Int) {
    guard column >= 1, column <= line.utf8.count else { return nil }
    let start = line.utf8.index(line.startIndex, offsetBy: column - 1)
    let fence = line[start...]
    guard let first = fence.first, first == "`" || first == "~" else { return nil }
    let run = fence.prefix { $0 == first }
    guard run.count >= 3 else { return nil }
    prefix = line[..<start]
    character = first
    length = run.count
    rest = fence.dropFirst(run.count)
  }

  /// Returns the length of the run of this fence's character at the start of a line, which might
  /// close the block.
  func run(in line: String) -> Int {
    let run = line.drop { $0 == " " }.prefix { $0 == character }.count
    return run >= 3 ? run : 0
  }

  func opening(length: Int) -> String {
    prefix + String(repeating: character, count: length) + rest
  }

  func closing(length: Int) -> String {
    (rest.allSatisfy(\.isWhitespace) ? String(prefix) : container)
      + String(repeating: character, count: length)
  }

  /// Returns a line of the block with a text.
  func continuing(_ text: String) -> String {
    let line = container + text
    // An empty line has no trailing spaces.
    return text.isEmpty
      ? String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) : line
  }

  /// The beginning of every other line: the marks of quotes and doc comments, and spaces instead of
  /// a list's.
  private var container: String {
    String(prefix.map { ">\t/".contains($0) ? $0 : " " })
  }
}
