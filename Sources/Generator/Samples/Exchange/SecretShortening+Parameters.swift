import Foundation

extension SecretShortening {
  /// What stands between two parameters, and between a parameter's name and its value.
  ///
  /// A value may be an address with parameters of its own, percent-encoded once or twice, of which clients
  /// encode what they think must be.
  private struct Level {
    let separators: [[UInt8]]
    let equals: [[UInt8]]

    init(_ separators: [String], _ equals: [String]) {
      self.separators = separators.map { Array($0.utf8) }
      self.equals = equals.map { Array($0.utf8) }
    }
  }

  /// Those of a form, where no other sign parts two.
  private static let form = Level(["&"], ["="])
  /// Those of an address, which may have a fragment and stand in quotes, as may what follows it.
  private static let (address, quoted) = (Level(["&", "#"], ["="]), Level(["\""], ["="]))

  /// Those within a value, outer ones first.
  private static let inner = [
    Level(["?", "#"], ["="]), Level([";"], ["="]),
    Level(["%3F", "%23", "%26", "%3B"], ["=", "%3D"]),
    Level(["%253F", "%2523", "%2526", "%253B"], ["=", "%3D", "%253D"]),
  ]

  /// Where parameters stand.
  enum Place {
    case form
    case address
    /// An address in what somebody has written, whose parameters may be anybody's: there `state=open` is no
    /// secret.
    case text
  }

  /// A query or a fragment, or a form, without its secrets.
  mutating func parameters(_ text: String, of place: Place) -> String {
    let levels = (place == .form ? [Self.form] : [Self.address, Self.quoted]) + Self.inner
    return String(decoding: parameters(Array(text.utf8)[...], levels[...], place), as: UTF8.self)
  }

  private mutating func parameters(
    _ text: ArraySlice<UInt8>, _ levels: ArraySlice<Level>, _ place: Place
  ) -> [UInt8] {
    guard let level = levels.first, !text.isEmpty else { return Array(text) }
    var result: [UInt8] = []
    var rest = text
    while let separator = Self.first(of: level.separators, in: rest) {
      result += parameter(rest[..<separator.lowerBound], level, levels.dropFirst(), place)
      result += rest[separator]
      rest = rest[separator.upperBound...]
    }
    return result + parameter(rest, level, levels.dropFirst(), place)
  }

  private mutating func parameter(
    _ pair: ArraySlice<UInt8>, _ level: Level, _ inner: ArraySlice<Level>, _ place: Place
  ) -> [UInt8] {
    guard let equals = Self.first(of: level.equals, in: pair) else {
      return parameters(pair, inner, place)
    }
    let name = pair[..<equals.lowerBound]
    let value = pair[equals.upperBound...]
    let begin = Array(pair[..<equals.upperBound])
    // Of an address that is encoded in part, its path stands before the name.
    var word = name
    for level in inner {
      while let separator = Self.first(of: level.separators, in: word) {
        word = word[separator.upperBound...]
      }
    }
    let text = String(decoding: value, as: UTF8.self)
    // A value in quotes ends with them, but one of JSON has its own.
    let isQuoted = inner.count > Self.inner.count && value.contains(UInt8(ascii: "\""))
    if isQuoted, nested(text) == nil { return parameters(pair, inner, place) }
    if Self.isSecret(String(decoding: word, as: UTF8.self), text, in: place) {
      return begin + shown(String(decoding: word, as: UTF8.self), text).utf8
    }
    let plain = text.replacing("+", with: " ")
    if let nested = nested(plain.removingPercentEncoding ?? plain) { return begin + nested.utf8 }
    return begin + parameters(value, inner, place)
  }

  private static func isSecret(_ name: String, _ value: String, in place: Place) -> Bool {
    guard isParameter(name) else { return false }
    return place != .text || namesSecret(name)
      || KnownSecrets.isDrawn(value[...]) && looksDrawn(value)
  }

  /// The first place of one of some signs, in capitals or not.
  private static func first(of signs: [[UInt8]], in text: ArraySlice<UInt8>) -> Range<Int>? {
    for index in text.indices {
      let sign = signs.first { sign in
        sign[0] == text[index] && sign.count <= text.endIndex - index
          && zip(sign, text[index...]).allSatisfy {
            $0 == ($1 >= 0x61 && $1 <= 0x7A ? $1 - 32 : $1)
          }
      }
      if let sign { return index..<index + sign.count }
    }
    return nil
  }
}
