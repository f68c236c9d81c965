import DocgenDocModel
import DocgenGround

/// The colors and words of the theme.
extension SiteConfigurationReader {
  mutating func accent(in node: YAMLNode) throws(UnexpectedValue) -> AccentColor {
    var colors: [String: Color] = [:]
    for pair in node.mapping ?? [] {
      colors[pair.key.text ?? ""] = pair.value.text.flatMap { Color(hexadecimal: $0) }
    }
    guard let light = colors["light"], let dark = colors["dark"], colors.count == 2 else {
      throw UnexpectedValue(
        expected: "two colors in quotes, such as {light: '#0b5cba', dark: '#82b8ff'}")
    }
    let accent = AccentColor(light: light, dark: dark)
    let contrast = accent.contrast
    for (name, color, ratio) in [("light", light, contrast.light), ("dark", dark, contrast.dark)]
    where ratio < AccentColor.leastContrast {
      let value = node.mapping?.first { $0.key.text == name }?.value
      report(.lowContrast(color, scheme: name, ratio: ratio), at: value?.range ?? node.range)
    }
    return accent
  }

  mutating func readStrings(_ node: YAMLNode) {
    for pair in pairs(of: node) {
      let name = pair.key.text ?? ""
      guard let known = ThemeStrings.english[name].map(Self.values) else {
        let names = Array(ThemeStrings.english.keys)
        report(.unknownSiteKey(name, among: names), at: pair.key.range)
        continue
      }
      if pair.value.isNull {
        let wrong = UnexpectedValue(expected: "a text")
        report(wrong.message(.invalidSiteValue, of: name), at: pair.key.range)
      } else if let text = text(of: pair) {
        configuration.strings[name] = text
        for unknown in Self.values(in: text).subtracting(known).sorted() {
          report(.unknownValue(unknown, of: name, among: known), at: pair.value.range)
        }
      }
    }
  }

  /// Returns the words in braces, which values replace.
  private static func values(in text: String) -> Set<String> {
    Set(text.matches(of: /\{\w+\}/).map { String($0.output) })
  }
}

extension Diagnostic.Message {
  fileprivate static func unknownValue(
    _ value: String, of name: String, among known: Set<String>
  ) -> Self {
    let names = known.sorted().map { "'\($0)'" }.joined(separator: " and ")
    let way = known.isEmpty ? "remove it" : "docgen fills in \(names)"
    return Self(.invalidSiteValue, "unknown '\(value)' in '\(name)'; \(way)")
  }

  fileprivate static func lowContrast(_ color: Color, scheme: String, ratio: Double) -> Self {
    // Rounded down, so that it's less than what is asked for.
    let shown = ((ratio * 100).rounded(.down) / 100).text(decimals: 2)
    return Self(
      .lowContrast,
      "'\(color)' has a contrast of only \(shown) with the \(scheme) background or its own "
        + "tint; choose a \(scheme == "light" ? "darker" : "lighter") color, with at least "
        + "\(AccentColor.leastContrast)")
  }
}
