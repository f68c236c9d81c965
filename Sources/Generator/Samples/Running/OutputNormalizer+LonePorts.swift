extension OutputNormalizer {
  /// Returns the normalized port for a separate number at a position.
  ///
  /// The number must follow the word `port`, as `curl -v` prints it, or be anywhere if the program
  /// asks an address for its port.
  func lonePort(in text: [UInt8], at index: Int) -> (replacement: [UInt8], end: Int)? {
    guard Self.isDigit(text[index]), index == 0 || !Self.isWordByte(text[index - 1]) else {
      return nil
    }
    let number = text[index...].prefix(while: Self.isWordByte)
    guard let port = lonePorts[number], asksForPorts || Self.isAfterPort(text[..<index]),
      !Self.isFraction(text[..<index].reversed()), !Self.isFraction(text[number.endIndex...])
    else { return nil }
    return (port, number.endIndex)
  }

  /// Whether a text ends with the word and only punctuation after it: `port `, `remotePort=`,
  /// `"port": `.
  private static func isAfterPort(_ text: ArraySlice<UInt8>) -> Bool {
    let signs = text.reversed().prefix { !isWordByte($0) && $0 != 0x0A }
    guard (1...4).contains(signs.count) else { return false }
    let word = text.dropLast(signs.count)
    let before = word.dropLast(4).last ?? 0
    let name = word.suffix(4)
    return name.elementsEqual("Port".utf8)
      || name.elementsEqual("port".utf8) && !isLowercase(before)
      || name.elementsEqual("PORT".utf8) && !isUppercase(before)
  }

  /// Whether the text next to a number makes it a part of another, as in `0.40123`.
  private static func isFraction(_ adjacent: some Collection<UInt8>) -> Bool {
    guard let sign = adjacent.first, sign == UInt8(ascii: ".") || sign == UInt8(ascii: ",") else {
      return false
    }
    return adjacent.dropFirst().first.map(isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isUppercase(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  /// Whether a byte next to a number makes it part of a word: `40123ms`, `a40123`.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLowercase(byte) || isUppercase(byte) || byte >= 0x80
      || byte == UInt8(ascii: "_")
  }
}
