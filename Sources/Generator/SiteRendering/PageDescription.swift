import DocgenDocModel
import DocgenGround

/// The description of a page for search engines and previews.
enum PageDescription {
  /// The most columns, beyond which search engines truncate; longer text is shortened between two
  /// words.
  ///
  /// Letters of Chinese, Japanese and Korean take two columns.
  private static let longest = 160

  /// Returns the author's description, else the beginning of the text; `nil` for a page without a
  /// paragraph.
  static func of(_ document: ParsedDocument) -> String? {
    document.metadata.description ?? firstParagraph(of: document).map(shortened)
  }

  private static func firstParagraph(of document: ParsedDocument) -> String? {
    for block in document.sections.flatMap(\.body) {
      guard case .paragraph(let content) = block.kind, !content.isOnlyLinks else { continue }
      let text = String(decoding: content.plainText.withSingleSpaces, as: UTF8.self)
      if !text.isEmpty { return text }
    }
    return nil
  }

  private static func shortened(_ text: String) -> String {
    var columns = 0
    let start = text.prefix { character in
      columns += character.terminalWidth
      return columns <= longest
    }
    guard start.endIndex < text.endIndex else { return text }
    // Languages without spaces may have one far before the end.
    guard let end = start.dropLast().suffix(40).lastIndex(of: " ") else {
      return start.dropLast() + "…"
    }
    return start[..<end] + " …"
  }
}

extension [Inline] {
  /// Whether all words are in links, as in `[Source | Tests]`.
  fileprivate var isOnlyLinks: Bool {
    var hasLink = false
    for inline in self {
      if case .link = inline.kind {
        hasLink = true
      } else if inline.plainText.contains(where: { $0.isLetter || $0.isNumber }) {
        return false
      }
    }
    return hasLink
  }
}
