/// The lines of a shell script that begin within a text: in quotes, or in a here-document (POSIX, Shell
/// Command Language, 2.2 and 2.7.4; Bash Reference Manual, 3.1.2).
struct ShellTexts {
  /// The lines, from 0; the ends of here-documents are among them.
  private(set) var lines: Set<Int> = []
  /// What is open, from the outside in.
  var open: [Piece] = []
  /// Whether a word goes on from the line before.
  private var isInWord = false

  /// What a script is made of, one in another; outside of all are commands.
  enum Piece {
    /// `'…'`, and `$'…'`, in which a backslash is a sign of its own.
    case single, dollarSingle
    /// `"…"`.
    case double
    /// `${…}`; quotes of one stroke count behind `#`, `%`, `/`, `^` and `,` even within others.
    case parameter, pattern
    /// `(…)` and `$(…)`, and what stands between backquotes: commands again.
    case commands, backquotes
    /// `case … esac`, whose patterns end in parentheses.
    case cases
  }

  /// Finds them; a here-document without an end is none.
  init(in script: [String]) {
    var index = 0
    while index < script.count {
      if isInWord || isInText { lines.insert(index) }
      let ends = read(Array(script[index].utf8)[...])
      index += 1
      for end in ends {
        guard let last = script[index...].firstIndex(where: end.matches) else { break }
        lines.formUnion(index...last)
        index = last + 1
      }
    }
  }

  private var isInText: Bool {
    switch open.last {
    case nil, .commands, .cases, .backquotes: false
    default: true
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
    var isBetweenWords = !isInWord
    var isAtCommand = isBetweenWords
    isInWord = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), open.last != .single {
        if rest.isEmpty { isInWord = !isInText && !isBetweenWords }
        _ = rest.popFirst()
        isBetweenWords = false
        continue
      } else if isInText {
        readText(byte, &rest)
      } else if byte == UInt8(ascii: "#"), isBetweenWords {
        guard open.contains(.backquotes) else { break }
        rest = rest.drop { $0 != UInt8(ascii: "`") }
      } else if byte == UInt8(ascii: "<"), rest.first == UInt8(ascii: "<") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "<") {
          rest = rest.dropFirst()
        } else {
          ends.append(Self.end(&rest))
        }
      } else {
        if isBetweenWords { readWord(byte, rest, isAtCommand: isAtCommand) }
        readCommand(byte, &rest)
      }
      let last = line[rest.startIndex - 1]
      let begins = ";&|(`".utf8.contains(last)
      isAtCommand = begins || isAtCommand && Self.isSpace(last)
      isBetweenWords = begins || Self.isSpace(last)
    }
    return ends
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
