import Foundation

/// Words in UTF-8, each once, with numbers in the order in which they came.
///
/// It finds a word by its bytes, because a dictionary would need a `String` for every word of a
/// site.
struct WordTable {
  private struct Slot {
    var hash: UInt32 = 0
    /// The number of the word; -1 for none.
    var number: Int32 = -1
  }

  private var bytes: [UInt8] = []
  /// Where each word ends in `bytes`.
  private var ends: [Int32] = [0]
  /// The words, each in the slot that follows from its hash or the next free one; a power of two.
  private var slots = [Slot](repeating: Slot(), count: 128)

  /// The number of words.
  var count: Int { ends.count - 1 }

  /// The word with a number.
  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[range(of: number)]
  }

  /// The numbers of the words, in the order of their bytes.
  var sorted: [Int] {
    bytes.withUnsafeBytes { bytes in
      (0..<count).sorted { first, second in
        let (first, second) = (bytes[range(of: first)], bytes[range(of: second)])
        guard let start = bytes.baseAddress else { return false }
        let order = memcmp(
          start + first.startIndex, start + second.startIndex, min(first.count, second.count))
        return order == 0 ? first.count < second.count : order < 0
      }
    }
  }

  private func range(of number: Int) -> Range<Int> { Int(ends[number])..<Int(ends[number + 1]) }

  /// Adds a word if it is new, and returns its number.
  mutating func insert(_ word: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    // FNV-1a.
    let hash = word.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].number >= 0 {
      let number = Int(slots[slot].number)
      if slots[slot].hash == hash, has(word, at: number) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(hash: hash, number: Int32(count))
    bytes.append(contentsOf: word)
    ends.append(Int32(bytes.count))
    if count > slots.count / 2 { grow() }
    return (count - 1, true)
  }

  private func has(_ word: UnsafeBufferPointer<UInt8>, at number: Int) -> Bool {
    let range = range(of: number)
    guard range.count == word.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      guard let known = bytes.baseAddress, let other = word.baseAddress else { return true }
      return memcmp(known + range.lowerBound, other, word.count) == 0
    }
  }

  private mutating func grow() {
    var grown = [Slot](repeating: Slot(), count: slots.count * 4)
    for known in slots where known.number >= 0 {
      var slot = Int(known.hash) & (grown.count - 1)
      while grown[slot].number >= 0 { slot = (slot + 1) & (grown.count - 1) }
      grown[slot] = known
    }
    slots = grown
  }
}
