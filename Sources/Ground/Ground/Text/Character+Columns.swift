extension Character {
  /// The number of columns of a terminal that the character takes: two for East Asian and emoji.
  package var terminalWidth: Int {
    if isASCII { return 1 }
    guard let scalar = unicodeScalars.first else { return 0 }
    let isWide =
      scalar.properties.isEmojiPresentation
      || [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
      ].contains { $0.contains(Int(scalar.value)) }
    return isWide ? 2 : 1
  }
}
