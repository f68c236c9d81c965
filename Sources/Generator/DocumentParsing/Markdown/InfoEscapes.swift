internal import CDocgenCmarkGFM
import DocgenDocModel

/// Finds escapes after a fence, which cmark resolves, so that the columns of the text after them
/// differ.
enum InfoEscapes {
  /// Returns the escapes of a line.
  ///
  /// - Parameters:
  ///   - written: the text after the fence.
  ///   - text: the text that cmark returns for it.
  static func escapes(in written: Substring, read text: String) -> [CodeBlock.Escape] {
    var escapes: [CodeBlock.Escape] = []
    var rest = written.utf8[...]
    var read = text.utf8[...]
    while let byte = rest.first, let next = read.first {
      let escape = escape(at: rest)
      if let escape, read.starts(with: escape.text.utf8) {
        rest = rest.dropFirst(escape.length)
        read = read.dropFirst(escape.text.utf8.count)
        let end = text.utf8.distance(from: text.startIndex, to: read.startIndex)
        escapes.append(
          CodeBlock.Escape(end: end, excess: escape.length - escape.text.utf8.count))
      } else {
        // cmark has read something else: no column is better than a wrong one.
        guard byte == next else { return escapes }
        rest = rest.dropFirst()
        read = read.dropFirst()
      }
    }
    return escapes
  }

  /// Returns the escape at the beginning of a text: a backslash before punctuation, or a character
  /// reference.
  private static func escape(at text: Substring.UTF8View) -> (text: String, length: Int)? {
    switch text.first {
    case UInt8(ascii: "\\"):
      guard let next = text.dropFirst().first, isPunctuation(next) else { return nil }
      return (String(UnicodeScalar(next)), 2)
    case UInt8(ascii: "&"):
      guard let end = text.prefix(40).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let reference = String(Substring(text[...end]))
      // cmark knows the two thousand names.
      let tree = SyntaxTree(parsing: "```\(reference)\n")
      let character = cmark_node_get_fence_info(cmark_node_first_child(tree.root))
        .map { String(cString: $0) }
      guard let character, character != reference, !character.isEmpty else { return nil }
      return (character, reference.utf8.count)
    default: return nil
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
