/// The kind of every byte of a block.
///
/// Engines may assign kinds in any order, inner ranges after outer ones. No text can get lost,
/// because the tokens are slices of the block.
struct MarkedCode: Hashable {
  let code: String
  private(set) var kinds: [TokenKind]

  init(code: String) {
    var code = code
    // Other strings may be UTF-16 internally, which makes every offset a search.
    code.makeContiguousUTF8()
    self.code = code
    kinds = Array(repeating: .plain, count: code.utf8.count)
  }

  /// Assigns a kind to a range of bytes; ignores bytes outside the block.
  mutating func mark(_ range: Range<Int>, as kind: TokenKind) {
    for index in range.clamped(to: kinds.indices) { kinds[index] = kind }
  }

  /// The block, split where the kind changes.
  ///
  /// An engine may work on bytes and end a range inside a character; the split is then after the
  /// character.
  var tokens: [Token] {
    cuts.map { cut in
      let start = code.utf8.index(code.startIndex, offsetBy: cut.range.lowerBound)
      let end = code.utf8.index(start, offsetBy: cut.range.count)
      return Token(text: code[start..<end], kind: cut.kind)
    }
  }

  typealias Cut = (range: Range<Int>, kind: TokenKind)

  /// The ranges of the tokens, in bytes.
  var cuts: [Cut] {
    var cuts: [Cut] = []
    var start = 0
    var current = TokenKind.plain
    var code = code
    code.withUTF8 { bytes in
      for index in bytes.indices where !bytes[index].isUTF8Continuation {
        let kind = bytes[index] == UInt8(ascii: "\n") ? .plain : kinds[index]
        guard kind != current else { continue }
        if start < index { cuts.append((start..<index, current)) }
        start = index
        current = kind
      }
    }
    if start < kinds.count { cuts.append((start..<kinds.count, current)) }
    return cuts
  }
}

extension UInt8 {
  /// Whether the byte continues a UTF-8 sequence.
  fileprivate var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
