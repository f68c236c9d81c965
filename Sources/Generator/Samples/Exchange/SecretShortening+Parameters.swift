import Foundation

extension SecretShortening {
  /// What stands between two parameters, and between a parameter's name and its value.
  ///
  /// A value may be an address with parameters of its own, percent-encoded once or twice, of which clients
  /// encode what they think must be.
  private struct Level {
    var separator: Regex<Substring>
    var equals: Regex<Substring>
  }

  /// Outer ones first.
  private static var levels: [Level] {
    [
      Level(separator: /[?#&"]/, equals: /=/), Level(separator: /;/, equals: /=/),
      Level(separator: /%(?:3F|23|26|3B)/.ignoresCase(), equals: /=|%3D/.ignoresCase()),
      Level(separator: /%25(?:3F|23|26|3B)/.ignoresCase(), equals: /=|%(?:25)?3D/.ignoresCase()),
    ]
  }

  /// A query, a fragment or a form, without its secrets.
  func parameters(_ text: String) -> String { parameters(text[...], Self.levels[...]) }

  private func parameters(_ text: Substring, _ levels: ArraySlice<Level>) -> String {
    guard let level = levels.first, !text.isEmpty else { return String(text) }
    var result = ""
    var rest = text
    for separator in text.matches(of: level.separator) {
      result += parameter(rest[..<separator.startIndex], level, levels.dropFirst())
      result += separator.output
      rest = text[separator.endIndex...]
    }
    return result + parameter(rest, level, levels.dropFirst())
  }

  private func parameter(
    _ pair: Substring, _ level: Level, _ inner: ArraySlice<Level>
  ) -> String {
    guard let equals = pair.firstMatch(of: level.equals) else { return parameters(pair, inner) }
    let name = String(pair[..<equals.startIndex])
    let value = pair[equals.endIndex...]
    // Of an address that is encoded in part, its path stands before the name.
    let word = name.split(separator: /%(?:25)*(?:3F|23|26|3B)/.ignoresCase()).last ?? ""
    if Self.isSecret(String(word)) { return name + equals.output + shown(name, String(value)) }
    let plain = value.replacing("+", with: " ")
    if let nested = nested(plain.removingPercentEncoding ?? String(plain)) {
      return name + equals.output + nested
    }
    return name + equals.output + parameters(value, inner)
  }
}
