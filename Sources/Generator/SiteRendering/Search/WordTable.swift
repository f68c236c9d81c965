/// Words in UTF-8, each once, with numbers in the order in which they came.
///
/// It finds a word by its bytes, because a dictionary would need a `String` for every word of a site.
struct WordTable {
  private var bytes: [UInt8] = []
  /// Where each word ends in `bytes`.
  private var ends: [Int32] = [0]
  /// The number of a word, at the place that follows from its hash or the next free one; -1 for none.
  private var places = [Int32](repeating: -1, count: 128)

  /// The number of words.
  var count: Int { ends.count - 1 }

  /// The word with a number.
  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[Int(ends[number])..<Int(ends[number + 1])]
  }

  /// Adds a word if it is new, and returns its number.
  mutating func insert(_ word: ArraySlice<UInt8>) -> (number: Int, isNew: Bool) {
    var place = place(of: word)
    while places[place] >= 0 {
      let number = Int(places[place])
      if self[number] == word { return (number, false) }
      place = (place + 1) % places.count
    }
    places[place] = Int32(count)
    bytes += word
    ends.append(Int32(bytes.count))
    if count > places.count / 2 { grow() }
    return (count - 1, true)
  }

  private mutating func grow() {
    places = [Int32](repeating: -1, count: places.count * 4)
    for number in 0..<count {
      var place = place(of: self[number])
      while places[place] >= 0 { place = (place + 1) % places.count }
      places[place] = Int32(number)
    }
  }

  /// Returns where a word is first looked for, by its FNV-1a hash.
  private func place(of word: ArraySlice<UInt8>) -> Int {
    let hash = word.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash) % places.count
  }
}
