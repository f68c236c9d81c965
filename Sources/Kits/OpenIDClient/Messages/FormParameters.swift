import Foundation

/// Name-value pairs in `application/x-www-form-urlencoded`, the format of queries, fragments and
/// bodies in OAuth 2.0 (RFC 6749 appendix B).
struct FormParameters: Sendable, Equatable {
  var pairs: [(name: String, value: String)]

  init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// Decodes pairs; `+` is a space, and a malformed escape stays as it is.
  init(decoding text: some StringProtocol) {
    pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decode(halves[0]), halves.count > 1 ? Self.decode(halves[1]) : "")
    }
  }

  /// The first value of a name.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The first name that occurs more than once, which RFC 6749 3.1 forbids.
  var repeatedName: String? {
    var seen: Set<String> = []
    return pairs.first { !seen.insert($0.name).inserted }?.name
  }

  /// The encoded pairs.
  ///
  /// Every reserved character is escaped, and a space becomes `%20`, so that parsers of queries and
  /// of forms agree.
  var encoded: String {
    pairs.map { "\(Self.escape($0.name))=\(Self.escape($0.value))" }.joined(separator: "&")
  }

  static func == (left: FormParameters, right: FormParameters) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }

  static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The unreserved characters of RFC 3986 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func decode(_ encoded: some Collection<UInt8>) -> String {
    var decoded: [UInt8] = []
    var rest = Array(encoded)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = hexValue(rest[rest.startIndex]), let low = hexValue(rest[rest.startIndex + 1])
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
