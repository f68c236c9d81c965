import Foundation
import JSON

/// What is secret in an exchange, so that it is shortened wherever it stands: a session's id may be sent on
/// under any name.
struct KnownSecrets {
  private struct Secret {
    let text: [UInt8]
    let shown: [UInt8]
    /// Whether it is secret only where no letter or digit stands beside it.
    var isWord: Bool { text.count < KnownSecrets.shortestDrawn }
  }

  /// What is shown of each.
  private var shown: [String: String] = [:]
  /// Long ones first, by their first bytes.
  private var secrets: [UInt32: [Secret]] = [:]

  private static let (shortest, shortestDrawn) = (6, 16)

  /// - Parameter report: a run's, in which the lines `drawn "…"` and `chosen "…"` tell what the servers know.
  init(report: String = "") {
    for line in report.split(separator: "\n") {
      if let text = Self.text(of: line, behind: "drawn ") {
        add(text, as: SecretShortening().beginning(text[...]))
      } else if let text = Self.text(of: line, behind: "chosen ") {
        add(text, as: SecretShortening.mark)
      }
    }
  }

  private static func text(of line: Substring, behind word: String) -> String? {
    guard line.hasPrefix(word),
      let value = try? JSONParser.parse(Array(line.utf8.dropFirst(word.utf8.count))),
      let text = value.string
    else { return nil }
    // A client's secret may be called what it is, and a password be an ordinary word: those are shortened
    // where a password belongs, and nowhere else.
    let isOrdinary = text.allSatisfy(\.isLetter) || !text.contains(where: \.isLetter)
    return text.utf8.count < shortest || isOrdinary || SecretShortening.namesSecret(text)
      ? nil : text
  }

  /// Takes over what is shortened for where it stands, of what is drawn by lot alone: it might be an ordinary
  /// word elsewhere.
  mutating func add(_ found: [String: String]) {
    for (text, shown) in found.sorted(by: { $0.key < $1.key }) {
      let plain = text.removingPercentEncoding ?? text
      if SecretShortening.looksDrawn(plain), Self.isDrawn(plain[...]) { add(plain, as: shown) }
    }
  }

  mutating func add(_ others: KnownSecrets) {
    for (text, shown) in others.shown.sorted(by: { $0.key < $1.key }) { add(text, as: shown) }
  }

  private mutating func add(_ text: String, as word: String) {
    guard shown[text] == nil || shown[text] != word && word == SecretShortening.mark else { return }
    shown[text] = word
    for form in Self.forms(of: text) {
      let secret = Secret(text: Array(form.utf8), shown: Array(word.utf8))
      let key = Self.key(secret.text, at: 0)
      var others = secrets[key, default: []]
      others.removeAll { $0.text == secret.text }
      others.insert(
        secret, at: others.firstIndex { $0.text.count < secret.text.count } ?? others.count)
      secrets[key] = others
    }
  }

  /// A text as it is, as it stands in an address or a form, and in JSON.
  private static func forms(of text: String) -> Set<String> {
    let escaped = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    return [
      text, escaped, escaped.replacing("%20", with: "+"),
      String(JSONValue.string(text).serialized().dropFirst().dropLast()),
    ]
  }

  /// RFC 3986 section 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Whether a word is of a number's digits, or of letters of both kinds and digits.
  static func isDrawn(_ word: Substring) -> Bool {
    word.allSatisfy { $0.isHexDigit || $0 == "-" }
      || word.contains(where: \.isNumber) && word.contains(where: \.isUppercase)
        && word.contains(where: \.isLowercase)
  }

  /// A text without them.
  func shortened(_ text: String) -> String {
    if secrets.isEmpty { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let known = index + 4 <= bytes.count ? secrets[Self.key(bytes, at: index)] : nil
      if let secret = known?.first(where: { Self.stands($0, in: bytes, at: index) }) {
        result += secret.shown
        index += secret.text.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func key(_ bytes: [UInt8], at index: Int) -> UInt32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func stands(_ secret: Secret, in bytes: [UInt8], at begin: Int) -> Bool {
    let end = begin + secret.text.count
    guard end <= bytes.count, bytes[begin..<end].elementsEqual(secret.text) else { return false }
    guard secret.isWord else { return true }
    let isEncoded = begin >= 3 && bytes[begin - 3] == UInt8(ascii: "%")
    return (begin == 0 || isEncoded || !isPartOfWord(bytes[begin - 1]))
      && (end == bytes.count || !isPartOfWord(bytes[end]))
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte >= 0x80
  }
}
