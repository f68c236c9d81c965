/// The color of links, buttons and marks, one for each color scheme.
public struct AccentColor: Sendable, Hashable {
  /// The backgrounds of the theme, and the part of the color in the background of marked text.
  private static let paper = (light: Color(0xFFFFFF), dark: Color(0x12161D))
  private static let tintPart = 0.12

  /// The least contrast of text (WCAG 2.2, 1.4.3).
  public static let leastContrast = 4.5

  /// The color on light backgrounds.
  public var light: Color
  /// The color on dark backgrounds.
  public var dark: Color

  /// Creates a pair of colors.
  public init(light: Color, dark: Color) {
    self.light = light
    self.dark = dark
  }

  /// The lowest contrast that each color has with the theme's background, its own tint, and the
  /// text of buttons.
  public var contrast: (light: Double, dark: Double) {
    (
      Self.contrast(of: light, on: Self.paper.light), Self.contrast(of: dark, on: Self.paper.dark)
    )
  }

  private static func contrast(of color: Color, on paper: Color) -> Double {
    min(
      color.contrast(with: paper), color.contrast(with: paper.mixed(with: color, part: tintPart)))
  }

  /// The style sheet that sets the color.
  public var styleSheet: String {
    let tint = (
      light: Self.paper.light.mixed(with: light, part: Self.tintPart),
      dark: Self.paper.dark.mixed(with: dark, part: Self.tintPart)
    )
    return """
      :root { --accent: \(light); --accent-tint: \(tint.light); --on-accent: #ffffff; }
      @supports (color: light-dark(#000, #fff)) {
        :root {
          --accent: light-dark(\(light), \(dark));
          --accent-tint: light-dark(\(tint.light), \(tint.dark));
          --on-accent: light-dark(#ffffff, \(Self.paper.dark));
        }
      }

      """
  }
}
