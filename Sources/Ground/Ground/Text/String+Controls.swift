extension StringProtocol {
  /// The text with signs (U+2400 and on) for its control characters but tabs and line ends.
  ///
  /// Those would move a terminal's cursor, change its colours, or worse; those that turn the direction of
  /// what is written (Unicode Standard Annex 9, 2.1 to 2.4) would show a line as another.
  public var showingControls: String {
    // Most texts hold none. In UTF-8, those beyond ASCII begin with 0xC2 or 0xE2.
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
      // C1, which some terminals obey as well.
      case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
