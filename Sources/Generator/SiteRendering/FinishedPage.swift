import DocgenDocModel
import DocgenGround

/// A page as browsers get it, and the tags of the author's HTML in it.
struct FinishedPage {
  /// A tag that the author wrote.
  struct Tag {
    var tag: HTMLTag
    /// Where it is in the page, in UTF-8 bytes.
    var offset: Int
    /// The HTML that it is in, and where that begins in the document.
    var html: String
    var start: SourcePosition
  }

  /// The page in UTF-8.
  let bytes: [UInt8]
  /// The author's tags, in order.
  private(set) var tags: [Tag] = []

  init(bytes: [UInt8], tags: [Tag]) { (self.bytes, self.tags) = (bytes, tags) }

  /// Returns the author's HTML with marks around it, which HTML may not contain.
  static func marked(_ html: String, from start: SourcePosition) -> String {
    "\u{1}\(start)\u{2}\(html)\u{3}"
  }

  /// Removes the marks from a page.
  init(_ marked: [UInt8]) {
    // Most pages have no HTML, and their bytes needn't be copied.
    guard marked[...].firstIndexRange(of: [1]) != nil else {
      bytes = marked
      return
    }
    var page: [UInt8] = []
    page.reserveCapacity(marked.count)
    for (index, part) in marked.split(separator: 1, omittingEmptySubsequences: false).enumerated() {
      // Before the first mark there is none of the author's HTML.
      guard index > 0, let head = part.firstIndex(of: 2), let start = Self.position(part[..<head])
      else {
        page += part
        continue
      }
      let rest = part[(head + 1)...]
      let html = String(decoding: rest.prefix { $0 != 3 }, as: UTF8.self)
      tags += HTMLTag.tags(in: html).map { tag in
        Tag(tag: tag, offset: page.count + tag.range.lowerBound, html: html, start: start)
      }
      page += html.utf8
      page += rest.dropFirst(html.utf8.count + 1)
    }
    bytes = page
  }

  private static func position(_ text: ArraySlice<UInt8>) -> SourcePosition? {
    let numbers = String(decoding: text, as: UTF8.self).split(separator: ":").compactMap { Int($0) }
    return numbers.count == 2 ? SourcePosition(line: numbers[0], column: numbers[1]) : nil
  }
}
