/// What begins and ends the pieces that a script is made of.
extension ShellTexts {
  /// Reads a byte within a text, and what belongs to it.
  mutating func readText(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch (open.last, byte) {
    case (.single, UInt8(ascii: "'")), (.dollarSingle, UInt8(ascii: "'")),
      (.double, UInt8(ascii: "\"")), (.parameter, UInt8(ascii: "}")), (.pattern, UInt8(ascii: "}")):
      open.removeLast()
    case (.single, _), (.dollarSingle, _): break
    case (.parameter, UInt8(ascii: "\"")), (.pattern, UInt8(ascii: "\"")): open.append(.double)
    case (.pattern, UInt8(ascii: "'")): open.append(.single)
    case (.parameter, UInt8(ascii: "'")) where !open.contains(.double): open.append(.single)
    case (_, UInt8(ascii: "$")): readExpansion(&rest)
    case (_, UInt8(ascii: "`")): open.append(.backquotes)
    default: break
    }
  }

  /// Takes note of the words that begin and end a choice among patterns.
  mutating func readWord(_ byte: UInt8, _ rest: ArraySlice<UInt8>, isAtCommand: Bool) {
    let word = [byte] + rest.prefix(while: Self.isPartOfName)
    if isAtCommand, word.elementsEqual("case".utf8) { open.append(.cases) }
    if open.last == .cases, word.elementsEqual("esac".utf8) { open.removeLast() }
  }

  /// Reads a byte of a command, and what belongs to it.
  mutating func readCommand(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
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
      let name = rest.drop { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "#") }
      let operation = name.first { !Self.isPartOfName($0) }
      open.append(operation.map { "#%/^,".utf8.contains($0) } ?? false ? .pattern : .parameter)
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

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_")
  }
}
