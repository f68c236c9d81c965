extension CanonicalPorts {
  /// A text in which the servers' ports are the canonical ones also where they stand alone, as
  /// `curl -v` tells them.
  ///
  /// Another number may happen to be a port's. So nothing is done unless the text, or the program that
  /// wrote it, speaks of ports.
  func normaliseNumbers(_ text: [UInt8], of program: String) -> [UInt8] {
    guard !isEmpty, Self.speaksOfPorts(Array(program.utf8)) || Self.speaksOfPorts(text) else {
      return text
    }
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
      let isFraction =
        Self.isFraction(text[..<index].reversed()) || Self.isFraction(text[word.endIndex...])
      result += isFraction ? Array(word) : canonicalPort(word)
      index = word.endIndex
    }
    return result
  }

  /// Whether what stands beside a number makes it a part of another, as in `0.40123`.
  private static func isFraction(_ beside: some Collection<UInt8>) -> Bool {
    guard let sign = beside.first, sign == UInt8(ascii: ".") || sign == UInt8(ascii: ",") else {
      return false
    }
    return beside.dropFirst().first.map(isDigit) ?? false
  }

  /// Whether a text has the word, also as a part of a name: `remotePort`, `remote_port`, but not `import`.
  private static func speaksOfPorts(_ text: [UInt8]) -> Bool {
    text.indices.contains { index in
      let before = index > 0 ? text[index - 1] : 0
      let word = text[index...].prefix(4)
      return word.elementsEqual("Port".utf8)
        || word.elementsEqual("port".utf8) && !isLowercase(before)
        || word.elementsEqual("PORT".utf8) && !isUppercase(before)
    }
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
