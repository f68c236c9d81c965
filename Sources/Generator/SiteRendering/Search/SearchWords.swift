import DocgenGround
import Foundation

/// The words of a text, split as `search.js` splits a query.
///
/// Words are in lower case and without diacritics. An identifier is a word, and so is each of its
/// parts: `OpenIDClient` is `openidclient`, `open`, `id` and `client`, and `_session` is `_session`
/// and `session`.
enum SearchWords {
  /// The most bytes of a word with digits; longer ones are digests and tokens, which readers don't
  /// type.
  private static let longest = 40
  /// The most bytes of a word without digits, as some names of Apple's constants are.
  private static let longestName = 80

  private static func isTyped(_ word: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    word.count <= longest || word.count <= longestName && !bytes[word].contains(where: isDigit)
  }

  /// Calls a function with each word of a text in UTF-8, in order and with repetitions.
  static func forEach(in text: [UInt8], _ visit: (UnsafeBufferPointer<UInt8>) -> Void) {
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let text = isASCII ? text : Array(folded(String(decoding: text, as: UTF8.self)).utf8)
    text.withUnsafeBufferPointer { bytes in
      // ASCII needs no text to be in lower case.
      let lower = [UInt8](unsafeUninitializedCapacity: bytes.count) { lower, count in
        for index in bytes.indices {
          lower[index] = isUpper(bytes[index]) ? bytes[index] | 0x20 : bytes[index]
        }
        count = bytes.count
      }
      lower.withUnsafeBufferPointer { lower in
        func visitWord(_ range: Range<Int>) {
          if isASCII || lower[range].allSatisfy({ $0 < 0x80 }) {
            visit(UnsafeBufferPointer(rebasing: lower[range]))
          } else {
            var word = String(decoding: bytes[range], as: UTF8.self).lowercased()
            word.withUTF8(visit)
            // Readers also type a word with 'ß' in capitals, or as in Switzerland.
            var other = word.replacing("ß", with: "ss")
            if other != word { other.withUTF8(visit) }
          }
        }
        kinds.withUnsafeBufferPointer { kinds in
          var start = 0
          var kind: UInt8 = 0
          for offset in bytes.indices {
            let next = kinds[Int(bytes[offset])]
            if next > 0 {
              kind |= next
              continue
            }
            if kind > 1 {
              visitIdentifier(start..<offset, of: bytes, visitWord)
            } else if start < offset, isTyped(start..<offset, of: bytes) {
              visitWord(start..<offset)
            }
            (start, kind) = (offset + 1, 0)
          }
          visitIdentifier(start..<bytes.count, of: bytes, visitWord)
        }
      }
    }
  }

  /// Returns the plural of a word, or the singular of a plural; `nil` for short words and other
  /// letters.
  static func otherNumber(of word: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard word.count > 2, let last = word.last, (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= last
    else { return nil }
    let s = UInt8(ascii: "s")
    guard last == s else { return word + [s] }
    return word.count > 3 && word[word.count - 2] != s ? word.dropLast() : nil
  }

  /// Returns a text without diacritics and soft hyphens, but with the marks that make other kana,
  /// and a space for each scalar that is neither ASCII, a letter nor a number.
  private static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\u{AD}": break
      case _ where scalar.isASCII || scalar == "\u{3099}" || scalar == "\u{309A}":
        scalars.append(scalar)
      case .nonspacingMark, .spacingMark, .enclosingMark: break
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        scalars.append(scalar)
      default: scalars.append(" ")
      }
    }
    // Korean syllables and kana are composed again, as they are typed.
    return scalars.contains { $0 >= "\u{1100}" }
      ? divided(String(scalars).precomposedStringWithCanonicalMapping) : String(scalars)
  }

  /// Returns a text whose Chinese and Japanese, which have no spaces, are a word for each two
  /// letters, and one for the last: `構造体` is `構造`, `造体` and `体`.
  private static func divided(_ text: String) -> String {
    let letters = Array(text.unicodeScalars)
    var scalars: [Unicode.Scalar] = []
    for (index, letter) in letters.enumerated() {
      if !isUnspaced(letter) {
        scalars.append(letter)
        continue
      }
      let next = letters.indices.contains(index + 1) ? letters[index + 1] : " "
      scalars += [" ", letter, isUnspaced(next) ? next : " "]
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a letter is of a language without spaces; `search.js` has the same range.
  private static func isUnspaced(_ letter: Unicode.Scalar) -> Bool {
    ("\u{3040}"..."\u{9FFF}").contains(letter)
  }

  /// For each byte, 3 if it may divide an identifier, 1 if it is in a word otherwise, or 0.
  private static let kinds = (0...UInt8.max).map { byte -> UInt8 in
    if isUpper(byte) || byte == underscore { return 3 }
    return isLower(byte) || isDigit(byte) || byte >= 0x80 ? 1 : 0
  }

  private static let underscore = UInt8(ascii: "_")

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func visitIdentifier(
    _ run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ visit: (Range<Int>) -> Void
  ) {
    var end = run.upperBound
    while end > run.lowerBound, bytes[end - 1] == underscore { end -= 1 }
    let word = run.lowerBound..<end
    guard !word.isEmpty, isTyped(word, of: bytes) else { return }
    visit(word)
    var start = word.lowerBound
    for index in word.dropFirst() where startsPart(at: index, of: word, in: bytes) {
      if index - start > 1 { visit(start..<index) }
      start = index
    }
    if start > word.lowerBound, end - start > 1 { visit(start..<end) }
  }

  /// Whether a new part of an identifier begins: after `_`, at `B` in `aB` and `1B`, at the second
  /// `B` in `BBa`.
  private static func startsPart(
    at index: Int, of word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let before = bytes[index - 1]
    if before == underscore || bytes[index] == underscore { return true }
    guard isUpper(bytes[index]) else { return false }
    let next = index + 1 < word.upperBound ? bytes[index + 1] : underscore
    return isUpper(before) ? isLower(next) : before < 0x80
  }
}
