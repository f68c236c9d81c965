/// One kind for every byte of a block.
///
/// Engines paint ranges in any order, nested ones after those around them, and can't lose text
/// in doing so: the tokens are cut from the block itself.
struct Painting {
  private let code: String
  private(set) var kinds: [TokenKind]

  init(code: String) {
    var code = code
    // Strings from elsewhere may be UTF-16 inside, which makes every offset a search.
    code.makeContiguousUTF8()
    self.code = code
    kinds = Array(repeating: .plain, count: code.utf8.count)
  }

  /// Gives a range of bytes a kind; what lies outside the block is left out.
  mutating func paint(_ range: Range<Int>, _ kind: TokenKind) {
    for index in range.clamped(to: kinds.indices) { kinds[index] = kind }
  }

  /// The block, cut where the kind changes.
  ///
  /// An engine may see bytes only and end a piece inside a character; the cut is then made behind
  /// the character.
  var tokens: [Token] {
    cuts.map { cut in
      let start = code.utf8.index(code.startIndex, offsetBy: cut.range.lowerBound)
      let end = code.utf8.index(start, offsetBy: cut.range.count)
      return Token(text: code[start..<end], kind: cut.kind)
    }
  }

  private typealias Cut = (range: Range<Int>, kind: TokenKind)

  private var cuts: [Cut] {
    var cuts: [Cut] = []
    var start = 0
    var current = TokenKind.plain
    for (index, byte) in code.utf8.enumerated() where !byte.isUTF8Continuation {
      let kind = byte == UInt8(ascii: "\n") ? .plain : kinds[index]
      guard kind != current else { continue }
      if start < index { cuts.append((start..<index, current)) }
      start = index
      current = kind
    }
    if start < kinds.count { cuts.append((start..<kinds.count, current)) }
    return cuts
  }
}

extension UInt8 {
  /// Whether the byte continues a UTF-8 sequence that began before it.
  fileprivate var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
