/// The lines of a shell script that begin within a text: in quotes, or in a here-document (POSIX, Shell
/// Command Language, 2.2 and 2.7.4).
struct ShellTexts {
  /// The lines, from 0; the ends of here-documents are among them.
  private(set) var lines: Set<Int> = []
  /// The quote that is open.
  private var quote: UInt8?

  /// Finds them; a here-document without an end is none.
  init(in script: [String]) {
    var index = 0
    while index < script.count {
      if quote != nil { lines.insert(index) }
      let ends = read(Array(script[index].utf8)[...])
      index += 1
      for end in ends {
        guard let last = script[index...].firstIndex(where: end.matches) else { break }
        lines.formUnion(index...last)
        index = last + 1
      }
    }
  }

  /// What ends a here-document.
  private struct End {
    var word: [UInt8] = []
    /// Whether tabs may stand before it.
    var isIndented = false

    func matches(_ line: String) -> Bool {
      (isIndented ? line.utf8.drop { $0 == UInt8(ascii: "\t") } : line.utf8[...]).elementsEqual(
        word)
    }
  }

  /// Reads a line, and gives the ends of the here-documents that begin on it.
  private mutating func read(_ line: ArraySlice<UInt8>) -> [End] {
    var rest = line
    var ends: [End] = []
    // Where a word may begin, a number sign begins a comment.
    var isBetweenWords = true
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        _ = rest.popFirst()
      } else if quote != nil || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = quote == nil ? byte : quote == byte ? nil : quote
      } else if byte == UInt8(ascii: "#"), isBetweenWords {
        break
      } else if byte == UInt8(ascii: "("), rest.first == UInt8(ascii: "(") {
        Self.skipArithmetic(&rest)
      } else if byte == UInt8(ascii: "<"), rest.first == UInt8(ascii: "<") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "<") {
          rest = rest.dropFirst()
        } else {
          ends.append(Self.end(&rest))
        }
      }
      isBetweenWords = Self.isSpace(byte) || ";&|(".utf8.contains(byte)
    }
    return ends
  }

  /// Up to the parentheses that close it: `<<` shifts bits there.
  private static func skipArithmetic(_ rest: inout ArraySlice<UInt8>) {
    var depth = 1
    while depth > 0, let byte = rest.popFirst() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
    }
  }

  /// The word behind `<<`, without its quotes.
  private static func end(_ rest: inout ArraySlice<UInt8>) -> End {
    var end = End()
    if rest.first == UInt8(ascii: "-") {
      end.isIndented = true
      rest = rest.dropFirst()
    }
    rest = rest.drop(while: isSpace)
    var quote: UInt8?
    while let byte = rest.first, quote != nil || !(isSpace(byte) || ";&|<>()".utf8.contains(byte)) {
      rest = rest.dropFirst()
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "\\"), quote == nil {
        end.word += [rest.popFirst()].compactMap { $0 }
      } else {
        end.word.append(byte)
      }
    }
    return end
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
