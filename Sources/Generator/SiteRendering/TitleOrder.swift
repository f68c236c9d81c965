import Foundation

/// The order in which readers look for titles: regardless of case and accents, "Part 2" before
/// "Part 10".
enum TitleOrder {
  /// Returns a text that sorts among those of other titles as the title does.
  static func key(of title: String) -> String {
    let folded =
      title.utf8.allSatisfy { $0 < 0x80 }
      ? title.lowercased()
      : title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    var key: [UInt8] = []
    var digits: [UInt8] = []
    for byte in folded.utf8 {
      if (0x30...0x39).contains(byte) {
        digits.append(byte)
      } else {
        key += padded(digits)
        digits = []
        key.append(byte)
      }
    }
    return String(decoding: key + padded(digits), as: UTF8.self)
  }

  /// Returns a number as long as any, so that numbers sort by value.
  private static func padded(_ digits: [UInt8]) -> [UInt8] {
    digits.isEmpty
      ? [] : [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 12 - digits.count)) + digits
  }
}
