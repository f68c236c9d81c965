import Foundation

extension Redactor {
  /// The separators of parameters and of a name from its value: plain, then percent-encoded once
  /// and twice, for an address that is the value of a parameter.
  private static let levels: [(separators: [String], equals: String)] = [
    (["&"], "="), (["&", "?", "#", ";", " ", "\n", "\""], "="), (["%3F", "%23", "%26"], "%3D"),
    (["%253F", "%2523", "%2526"], "%253D"),
  ]

  /// Returns a query, a fragment, a form or text without the values of secret parameters.
  ///
  /// - Parameters:
  ///   - isForm: whether a value extends to the next `&`.
  ///   - isSecret: returns whether a parameter of this name is secret.
  static func parameters(
    _ text: Substring, isForm: Bool, isSecret: (String) -> Bool
  ) -> String {
    guard text.contains("=") || text.contains("%3") || text.contains("%25") else {
      return String(text)
    }
    return parameters(text, levels: levels[(isForm ? 0 : 1)...], isSecret)
  }

  private static func parameters(
    _ text: Substring, levels: ArraySlice<(separators: [String], equals: String)>,
    _ isSecret: (String) -> Bool
  ) -> String {
    guard let level = levels.first, !text.isEmpty else { return String(text) }
    var result = ""
    var rest = text
    while !rest.isEmpty {
      let separator = firstRange(of: level.separators, in: rest)
      let pair = rest[..<(separator?.lowerBound ?? rest.endIndex)]
      result += parameter(pair, equals: level.equals, inner: levels.dropFirst(), isSecret)
      guard let separator else { break }
      result += rest[separator]
      rest = rest[separator.upperBound...]
    }
    return result
  }

  private static func parameter(
    _ pair: Substring, equals: String,
    inner: ArraySlice<(separators: [String], equals: String)>, _ isSecret: (String) -> Bool
  ) -> String {
    guard let sign = firstRange(of: [equals, "="], in: pair) else {
      return parameters(pair, levels: inner, isSecret)
    }
    let name = String(pair[..<sign.lowerBound])
    // In an address that isn't encoded, the path comes before the name of the first parameter.
    guard isSecret(normalized(name[...])) else { return parameters(pair, levels: inner, isSecret) }
    return "\(pair[..<sign.upperBound])\(shown(name, value: pair[sign.upperBound...]))"
  }

  /// Returns the earliest range of any of the texts, ignoring case.
  private static func firstRange(of texts: [String], in text: Substring) -> Range<String.Index>? {
    texts.compactMap { text.range(of: $0, options: .caseInsensitive) }
      .min { $0.lowerBound < $1.lowerBound }
  }
}
