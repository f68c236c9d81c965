/// Escapes text for XML 1.0.
enum XMLText {
  /// Returns text with every special character escaped, also for attributes.
  static func escape(_ text: String) -> String {
    // XML can't contain these at all; `HTMLWriter` replaces the other control characters.
    let allowed = text.unicodeScalars.filter {
      $0 != "\u{C}" && $0 != "\u{FFFE}" && $0 != "\u{FFFF}"
    }
    return HTMLWriter.escape(String(String.UnicodeScalarView(allowed)))
  }
}
