import DocgenGround

/// The destinations of inline links in a document's Markdown, and what replaces them.
///
/// A line may have thousands of links, so each is read and written once.
struct LinkDestinations {
  /// The most bytes of a destination.
  private static let longest = 2000

  private let file: SourceFile
  /// For each line read so far, where each destination is, in bytes, the first one last.
  private var offsets: [Int: [String: [Int]]] = [:]
  private var changes: [Int: [(range: Range<Int>, text: String)]] = [:]

  init(of file: SourceFile) { self.file = file }

  /// Notes that a destination on one of some lines gets another text.
  mutating func replace(_ destination: String, with text: String, in range: SourceRange) {
    for number in range.start.line...max(range.start.line, range.end.line) {
      if offsets[number] == nil { offsets[number] = Self.offsets(in: file.line(number)) }
      guard let start = offsets[number]?[destination]?.popLast() else { continue }
      let end = start + destination.utf8.count
      changes[number, default: []].append((start..<end, text))
      return
    }
  }

  /// Replaces the destinations in the document's lines.
  func replace(in lines: inout [Substring]) {
    for (number, changes) in changes {
      var bytes: [UInt8] = []
      bytes.append(bytesOf: lines[number - 1])
      var result: [UInt8] = []
      var end = 0
      for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        result += bytes[end..<change.range.lowerBound]
        result += change.text.utf8
        end = change.range.upperBound
      }
      lines[number - 1] = Substring(decoding: result + bytes[end...], as: UTF8.self)
    }
  }

  /// Returns where the destinations of a line are: after `](`, up to a space or the end of the
  /// link.
  private static func offsets(in line: Substring) -> [String: [Int]] {
    var offsets: [String: [Int]] = [:]
    var bytes: [UInt8] = []
    bytes.append(bytesOf: line)
    for index in bytes.indices.dropLast().reversed()
    where bytes[index] == UInt8(ascii: "]") && bytes[index + 1] == UInt8(ascii: "(") {
      let start = index + 2
      var depth = 0
      var end = start
      let limit = min(bytes.count, start + longest)
      while end < limit, bytes[end] > 0x20, depth > 0 || bytes[end] != UInt8(ascii: ")") {
        depth += bytes[end] == UInt8(ascii: "(") ? 1 : bytes[end] == UInt8(ascii: ")") ? -1 : 0
        end += 1
      }
      offsets[String(decoding: bytes[start..<end], as: UTF8.self), default: []].append(start)
    }
    return offsets
  }
}
