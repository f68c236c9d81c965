import Foundation
import JSON

/// What is secret in an exchange, so that it is shortened wherever it stands: a session's id may be sent on
/// under any name.
struct KnownSecrets {
  /// What is shown of each.
  private var shown: [String: String] = [:]
  /// The same by what is read of each in whatever writing.
  private var readings: [[UInt8]: [UInt8]] = [:]
  /// How long those are that begin with the same bytes, the longest first.
  private var lengths: [UInt32: [Int]] = [:]

  /// Shorter ones are as likely something else.
  private static let shortest = 6
  /// Shorter ones are secret only where no letter or digit stands beside them, and nothing of them is shown.
  private static let shortestDrawn = 16

  /// - Parameter report: a run's, in which the lines `drawn "…"` and `chosen "…"` tell what the servers know.
  init(report: String = "") {
    for line in report.split(separator: "\n") {
      if let text = Self.text(of: line, behind: "drawn ") {
        let isShort = text.utf8.count < Self.shortestDrawn
        let isWord = text.allSatisfy { $0.isLetter && !$0.isUppercase }
        let shown = isShort ? SecretShortening.mark : SecretShortening().beginning(text[...])
        if !isWord { add(text, as: shown) }
      } else if let text = Self.text(of: line, behind: "chosen "), !Self.isOrdinary(text) {
        add(text, as: SecretShortening.mark)
      }
    }
  }

  private static func text(of line: Substring, behind word: String) -> String? {
    guard line.hasPrefix(word),
      let value = try? JSONParser.parse(Array(line.utf8.dropFirst(word.utf8.count))),
      let text = value.string, text.utf8.count >= shortest
    else { return nil }
    return text
  }

  /// Whether a password may as well be a word, two words in one as `not_found`, a number or a date, or a
  /// client's secret be called what it is: those are shortened where a password belongs, and nowhere else.
  private static func isOrdinary(_ text: String) -> Bool {
    let words = text.split(omittingEmptySubsequences: false) { "-_ ".contains($0) }
    return words.count <= 2 && words.allSatisfy { $0.allSatisfy(\.isLetter) }
      || !text.contains(where: \.isLetter) || SecretShortening.namesSecret(text)
  }

  /// Takes over what is shortened for where it stands, of what is drawn by lot alone: it might be an ordinary
  /// word elsewhere.
  mutating func add(_ found: [String: String]) {
    for (text, shown) in found.sorted(by: { $0.key < $1.key }) {
      let plain = text.removingPercentEncoding ?? text
      if SecretShortening.looksDrawn(plain), Self.isDrawn(plain[...]), !Self.isRevision(plain) {
        add(plain, as: shown)
      }
    }
  }

  mutating func add(_ others: KnownSecrets) {
    for (text, shown) in others.shown.sorted(by: { $0.key < $1.key }) { add(text, as: shown) }
  }

  private mutating func add(_ text: String, as word: String) {
    let old = shown[text]
    guard old == nil || old != word && word == SecretShortening.mark else { return }
    shown[text] = word
    let reading = PlainReading(of: text).signs.map(\.byte)
    guard reading.count >= 4 else { return }
    readings[reading] = Array(word.utf8)
    let key = Self.key(reading, at: 0)
    var others = lengths[key, default: []]
    if !others.contains(reading.count) {
      others.insert(reading.count, at: others.firstIndex { $0 < reading.count } ?? others.count)
    }
    lengths[key] = others
  }

  /// Whether a word is of a number's digits, or of letters of both kinds and digits.
  static func isDrawn(_ word: Substring) -> Bool {
    word.allSatisfy { $0.isHexDigit || $0 == "-" }
      || word.contains(where: \.isNumber) && word.contains(where: \.isUppercase)
        && word.contains(where: \.isLowercase)
  }

  /// Whether a text is a revision's id, which is a sum and no secret.
  private static func isRevision(_ text: String) -> Bool {
    let parts = text.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && parts[0].allSatisfy(\.isWholeNumber) && parts[1].utf8.count == 32
      && parts[1].allSatisfy(\.isHexDigit)
  }

  /// A text without them, however they are written.
  func shortened(_ text: String) -> String {
    if readings.isEmpty { return text }
    let plain = shortened(text, PlainReading(of: text))
    guard plain.utf8.contains(UInt8(ascii: "%")) else { return plain }
    let decoded = shortened(plain, PlainReading(of: plain, levels: 1))
    return shortened(decoded, PlainReading(of: decoded, levels: 2))
  }

  private func shortened(_ text: String, _ reading: PlainReading) -> String {
    let bytes = Array(text.utf8)
    let read = reading.signs.map(\.byte)
    var result: [UInt8] = []
    // Everything before is in the result.
    var done = 0
    var index = 0
    while index < read.count {
      guard let (length, shown) = secret(in: read, at: index, reading.signs) else {
        index += 1
        continue
      }
      let begin = max(done, reading.signs[index].begin)
      result += bytes[done..<begin] + shown
      index += length
      done = reading.signs[index - 1].end
    }
    return done == 0 ? text : String(decoding: result + bytes[done...], as: UTF8.self)
  }

  /// The longest secret that begins at a place.
  private func secret(
    in bytes: [UInt8], at begin: Int, _ signs: [PlainReading.Sign]
  ) -> (length: Int, shown: [UInt8])? {
    guard begin + 4 <= bytes.count, let lengths = lengths[Self.key(bytes, at: begin)] else {
      return nil
    }
    for length in lengths where begin + length <= bytes.count {
      let end = begin + length
      let isAlone =
        (begin == 0 || signs[begin].isEscaped || !signs[begin - 1].isPartOfWord)
        && (end == bytes.count || !signs[end].isPartOfWord)
      guard isAlone || length >= Self.shortestDrawn else { continue }
      if let shown = readings[Array(bytes[begin..<end])] { return (length, shown) }
    }
    return nil
  }

  private static func key(_ bytes: [UInt8], at index: Int) -> UInt32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
