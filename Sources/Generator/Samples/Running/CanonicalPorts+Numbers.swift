extension CanonicalPorts {
  /// A text in which the servers' ports are the canonical ones also where they stand alone: behind the
  /// word, as `curl -v` tells them, or anywhere if the program asks an address for its port.
  ///
  /// Other numbers may happen to be a port's. What the program names itself is one of those.
  func normaliseNumbers(_ text: [UInt8], of program: String) -> [UInt8] {
    let named = program.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    let meant = without(named)
    guard !meant.isEmpty else { return text }
    let isAnywhere = program.contains(/[._]port\b/.wordBoundaryKind(.simple))
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let word = text[index...].prefix(while: Self.isWordByte)
      guard !word.isEmpty else {
        result.append(text[index])
        index += 1
        continue
      }
      let isPort =
        (isAnywhere || Self.isBehindPort(text[..<index]))
        && !Self.isFraction(text[..<index].reversed()) && !Self.isFraction(text[word.endIndex...])
      result += isPort ? meant.canonicalPort(word) : Array(word)
      index = word.endIndex
    }
    return result
  }

  /// Whether a text ends with the word and nothing but signs behind it: `port `, `remotePort=`, `"port": `.
  private static func isBehindPort(_ text: ArraySlice<UInt8>) -> Bool {
    let signs = text.reversed().prefix { !isWordByte($0) && $0 != 0x0A }
    guard (1...4).contains(signs.count) else { return false }
    let word = text.dropLast(signs.count)
    let before = word.dropLast(4).last ?? 0
    let name = word.suffix(4)
    return name.elementsEqual("Port".utf8)
      || name.elementsEqual("port".utf8) && !isLowercase(before)
      || name.elementsEqual("PORT".utf8) && !isUppercase(before)
  }

  /// Whether what stands beside a number makes it a part of another, as in `0.40123`.
  private static func isFraction(_ beside: some Collection<UInt8>) -> Bool {
    guard let sign = beside.first, sign == UInt8(ascii: ".") || sign == UInt8(ascii: ",") else {
      return false
    }
    return beside.dropFirst().first.map(isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isUppercase(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  /// What a number may be a part of: `40123ms`, `a40123`.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLowercase(byte) || isUppercase(byte) || byte >= 0x80
      || byte == UInt8(ascii: "_")
  }
}
