/// The words of a section, each once with the level at which it comes first.
///
/// A table of offsets finds a known word, because a set would need a `String` for every word of a site.
struct SectionWords {
  /// The words in UTF-8, each with the digit of its level before and a space behind it.
  private var bytes: [UInt8] = []
  /// Where words begin in `bytes`, at the place that follows from their hash or the next free one; 0 for
  /// none.
  private var places = [Int32](repeating: 0, count: 128)
  private var count = 0

  /// The words as `PageWords` has them.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds the words of a text that are new.
  mutating func add(_ text: String, level: UInt8) {
    SearchWords.forEach(in: text) { insert($0, level: level) }
  }

  private mutating func insert(_ word: ArraySlice<UInt8>, level: UInt8) {
    var place = place(of: word)
    while places[place] > 0 {
      let known = bytes[Int(places[place])...]
      if known.starts(with: word), known[known.startIndex + word.count] == space { return }
      place = (place + 1) % places.count
    }
    places[place] = Int32(bytes.count + 1)
    bytes.append(UInt8(ascii: "0") + level)
    bytes += word
    bytes.append(space)
    count += 1
    if count > places.count / 2 { grow() }
  }

  private mutating func grow() {
    let starts = places.filter { $0 > 0 }
    places = [Int32](repeating: 0, count: places.count * 4)
    for start in starts {
      var place = place(of: bytes[Int(start)...].prefix { $0 != space })
      while places[place] > 0 { place = (place + 1) % places.count }
      places[place] = start
    }
  }

  /// Returns where a word is first looked for, by its FNV-1a hash.
  private func place(of word: ArraySlice<UInt8>) -> Int {
    let hash = word.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash) % places.count
  }
}

private let space = UInt8(ascii: " ")
