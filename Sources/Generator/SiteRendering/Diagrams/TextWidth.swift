/// An estimate of a text's width, without a font.
///
/// The widths are those of the widest common sans serif (DejaVu Sans); other fonts leave a little
/// space.
enum TextWidth {
  /// Returns the width of the longest line, in the unit of the font size.
  static func of(_ text: String, fontSize: Double) -> Double {
    text.split(separator: "\n").map { line in
      line.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }
    .max().map { $0 * fontSize } ?? 0
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|": 0.3
    case " ", ",", ".", "I", ":", ";", "/", "\\", "f", "t", "(", ")", "[", "]", "!": 0.38
    case "r", "-", "\"", "*": 0.46
    case "m", "M", "W", "@", "%", "…", "→", "w": 1
    case "A"..."Z", "=", "+", "<", ">", "_", "&", "#", "~": 0.76
    case "a"..."z", "0"..."9", "?", "$": 0.64
    case _ where scalar.value >= 0x1100: 1.05
    default: 0.7
    }
  }
}
