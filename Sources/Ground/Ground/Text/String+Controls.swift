extension StringProtocol {
  /// The text with visible symbols (U+2400 and on) for control characters except tabs and line
  /// ends.
  ///
  /// Control characters can move a terminal's cursor, change its colours, or worse. Characters that
  /// change the writing direction (Unicode Standard Annex 9, 2.1 to 2.4) can disguise a line.
  public var showingControls: String {
    // Most texts have none. In UTF-8, those beyond ASCII start with 0xC2 or 0xE2.
    let mayHaveSome = utf8.contains { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F || byte == 0xC2
        || byte == 0xE2
    }
    guard mayHaveSome else { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: result.append("\u{2421}")
      // C1, which some terminals also interpret.
      case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
