import DocgenDocModel

/// The description of a page for search engines and previews.
enum PageDescription {
  /// The most characters, beyond which search engines truncate; longer text is shortened between
  /// two words.
  static let longest = 160

  /// Returns the author's description, else the beginning of the text; `nil` for a page without a
  /// paragraph.
  static func of(_ document: ParsedDocument) -> String? {
    document.metadata.description ?? firstParagraph(of: document).map(shortened)
  }

  private static func firstParagraph(of document: ParsedDocument) -> String? {
    for block in document.sections.flatMap(\.body) {
      guard case .paragraph(let content) = block.kind else { continue }
      let text = String(decoding: content.plainText.withSingleSpaces, as: UTF8.self)
      if !text.isEmpty { return text }
    }
    return nil
  }

  private static func shortened(_ text: String) -> String {
    let start = text.prefix(longest)
    guard start.endIndex < text.endIndex else { return text }
    guard let end = start.utf8.dropLast().lastIndex(of: UInt8(ascii: " ")) else {
      return start.dropLast() + "…"
    }
    return start[..<end] + " …"
  }
}
