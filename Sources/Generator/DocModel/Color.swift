import Foundation

/// An opaque color in sRGB.
public struct Color: Sendable, Hashable, CustomStringConvertible {
  /// Red, green and blue, as `0xRRGGBB`.
  public let value: Int

  /// Creates a color from `0xRRGGBB`.
  public init(_ value: Int) { self.value = value }

  /// Creates a color from `#rrggbb`; `nil` for other text.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = Int(text.dropFirst(), radix: 16),
      value >= 0
    else { return nil }
    self.value = value
  }

  /// The color as `#rrggbb`.
  public var description: String { String(format: "#%06x", value) }

  private var parts: [Double] { [16, 8, 0].map { Double(value >> $0 & 0xFF) } }

  /// Returns the contrast with another color, from 1 to 21 (WCAG 2.2, contrast ratio).
  public func contrast(with other: Color) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  private var luminance: Double {
    let linear = parts.map { part in
      let part = part / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Returns this color with a part of another one over it.
  public func mixed(with other: Color, part: Double) -> Color {
    let mixed = zip(parts, other.parts).map { Int(($0 * (1 - part) + $1 * part).rounded()) }
    return Color(mixed[0] << 16 | mixed[1] << 8 | mixed[2])
  }
}
