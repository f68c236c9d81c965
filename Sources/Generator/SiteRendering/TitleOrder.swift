import Foundation

/// The order in which readers look for titles: regardless of case and accents, "Part 2" before
/// "Part 10".
enum TitleOrder {
  /// Returns a text that sorts among those of other titles as the title does.
  static func key(of title: String) -> String {
    let folded = title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    var key = ""
    var digits = ""
    for character in folded {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        key += padded(digits)
        digits = ""
        key.append(character)
      }
    }
    return key + padded(digits)
  }

  /// Returns a number as long as any, so that numbers sort by value.
  private static func padded(_ digits: String) -> String {
    digits.isEmpty ? "" : String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
