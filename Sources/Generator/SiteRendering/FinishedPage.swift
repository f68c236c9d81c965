import DocgenDocModel
import DocgenGround

/// A page as browsers get it, and the tags of the author's HTML in it.
struct FinishedPage {
  /// A tag that the author wrote.
  struct Tag {
    var tag: HTMLTag
    /// Where it is in the page, in UTF-8 bytes.
    var offset: Int
    /// Where it is in the document.
    var range: SourceRange
  }

  let text: String
  /// The author's tags, in order.
  private(set) var tags: [Tag] = []

  /// Returns the author's HTML with marks around it, which HTML may not contain.
  static func marked(_ html: String, from start: SourcePosition) -> String {
    "\u{1}\(start)\u{2}\(html)\u{3}"
  }

  /// Removes the marks from a page of a document.
  init(_ marked: String, of file: SourceFile) {
    guard marked.utf8.contains(1) else {
      text = marked
      return
    }
    var page: [UInt8] = []
    for (index, part) in marked.utf8.split(separator: 1, omittingEmptySubsequences: false)
      .enumerated()
    {
      // Before the first mark there is none of the author's HTML.
      guard index > 0, let head = part.firstIndex(of: 2), let start = Self.position(part[..<head])
      else {
        page += part
        continue
      }
      let rest = part[part.index(after: head)...]
      let html = String(Substring(rest.prefix { $0 != 3 }))
      tags += HTMLTag.tags(in: html).map { tag in
        Tag(
          tag: tag, offset: page.count + tag.range.lowerBound,
          range: tag.range(in: html, from: start, of: file))
      }
      page += html.utf8
      page += rest.dropFirst(html.utf8.count + 1)
    }
    text = String(decoding: page, as: UTF8.self)
  }

  private static func position(_ text: Substring.UTF8View) -> SourcePosition? {
    let numbers = Substring(text).split(separator: ":").compactMap { Int($0) }
    return numbers.count == 2 ? SourcePosition(line: numbers[0], column: numbers[1]) : nil
  }
}
