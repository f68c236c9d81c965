/// The lines of a shell script that begin within a text: in quotes, or in a here-document (POSIX, Shell
/// Command Language, 2.2 and 2.7.4; Bash Reference Manual, 3.1.2).
struct ShellTexts {
  /// The lines, from 0; the ends of here-documents are among them.
  private(set) var lines: Set<Int> = []
  /// What is open, from the outside in.
  private var open: [Piece] = []
  /// Whether a word goes on from the line before.
  private var isInWord = false

  /// What a script is made of, one in another; outside of all are commands.
  private enum Piece {
    /// `'…'`, and `$'…'`, in which a backslash is a sign of its own.
    case single, dollarSingle
    /// `"…"`.
    case double
    /// `${…}`.
    case parameter
    /// `(…)` and `$(…)`, in which commands stand again.
    case commands
    /// Between backquotes, likewise.
    case backquotes
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
    case nil, .commands, .backquotes: false
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
    isInWord = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), open.last != .single {
        if rest.isEmpty { isInWord = !isInText && !isBetweenWords }
        _ = rest.popFirst()
      } else if isInText {
        readText(byte, &rest)
      } else if byte == UInt8(ascii: "#"), isBetweenWords {
        break
      } else if byte == UInt8(ascii: "<"), rest.first == UInt8(ascii: "<") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "<") {
          rest = rest.dropFirst()
        } else {
          ends.append(Self.end(&rest))
        }
      } else {
        readCommand(byte, &rest)
      }
      isBetweenWords = Self.isSpace(byte) || ";&|(".utf8.contains(byte)
    }
    return ends
  }

  private mutating func readText(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch (open.last, byte) {
    case (.single, UInt8(ascii: "'")), (.dollarSingle, UInt8(ascii: "'")),
      (.double, UInt8(ascii: "\"")), (.parameter, UInt8(ascii: "}")):
      open.removeLast()
    case (.single, _), (.dollarSingle, _): break
    case (.parameter, UInt8(ascii: "\"")): open.append(.double)
    case (.parameter, UInt8(ascii: "'")) where !open.contains(.double): open.append(.single)
    case (_, UInt8(ascii: "$")): readExpansion(&rest)
    case (_, UInt8(ascii: "`")): open.append(.backquotes)
    default: break
    }
  }

  private mutating func readCommand(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch byte {
    case UInt8(ascii: "'"): open.append(.single)
    case UInt8(ascii: "\""): open.append(.double)
    case UInt8(ascii: "$") where rest.first == UInt8(ascii: "'"):
      rest = rest.dropFirst()
      open.append(.dollarSingle)
    case UInt8(ascii: "$"): readExpansion(&rest)
    case UInt8(ascii: "("): openParenthesis(&rest)
    case UInt8(ascii: ")"): if open.last == .commands { open.removeLast() }
    case UInt8(ascii: "`"):
      if open.last == .backquotes { open.removeLast() } else { open.append(.backquotes) }
    default: break
    }
  }

  /// What a dollar sign begins.
  private mutating func readExpansion(_ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "{") {
      rest = rest.dropFirst()
      open.append(.parameter)
    } else if rest.first == UInt8(ascii: "(") {
      rest = rest.dropFirst()
      openParenthesis(&rest)
    }
  }

  /// Commands in parentheses, or arithmetic in two of them, which is left out: `<<` shifts bits there.
  private mutating func openParenthesis(_ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "("), let behind = Self.endOfArithmetic(rest.dropFirst()) {
      rest = behind
    } else {
      open.append(.commands)
    }
  }

  /// What follows arithmetic; `nil` where two parentheses don't close it together, so that these are
  /// commands within commands.
  private static func endOfArithmetic(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var (rest, depth) = (text, 0)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      guard byte == UInt8(ascii: ")") else { continue }
      if depth == 0 { return rest.first == byte ? rest.dropFirst() : nil }
      depth -= 1
    }
    return nil
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
