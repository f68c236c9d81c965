import Foundation

/// A tag in raw HTML.
///
/// The scan follows the HTML standard's tokenizer for tags and attributes, so that docgen can check
/// links and anchors in an author's own HTML. It never changes the HTML.
public struct HTMLTag: Sendable, Hashable {
  /// One attribute.
  public struct Attribute: Sendable, Hashable {
    /// The name in lower case.
    public var name: String
    /// The value with its character references resolved; empty when there is none.
    public var value: String
    /// The range of the value in the scanned text, in UTF-8 bytes.
    public var valueRange: Range<Int>
  }

  /// The element's name in lower case.
  public var name: String
  /// The attributes, in order.
  public var attributes: [Attribute] = []
  /// The range of the tag in the scanned text, in UTF-8 bytes.
  public var range: Range<Int>
  /// Whether it is an end tag.
  public var isEnd = false
  /// Whether it ends in `/>`.
  public var isSelfClosed = false
  /// Whether the HTML ends before the tag does; of a comment that isn't closed, named `!--`, and
  /// the like, this is the beginning.
  public var isUnfinished = false
  /// Whether it is between the tags of an SVG or MathML element.
  public var isInGraphic = false

  /// The end of each kind of text that browsers hide, by its name (CommonMark 0.31 section 4.6).
  public static let ends = ["!--": "-->", "![CDATA[": "]]>", "!": ">", "?": "?>"]

  /// Returns the value of an attribute by its lower-case name.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  /// Whether it isn't of HTML, but a placeholder such as `<clientId>` or `<client-id>`.
  ///
  /// - Parameter text: the document's text, in which an element of the author's own has an end.
  public func isPlaceholder(in text: String) -> Bool {
    if isInGraphic || isUnfinished || HTMLElements.known.contains(name) || name.contains(":") {
      return false
    }
    guard name.contains("-") else { return true }
    return attributes.isEmpty && !isSelfClosed
      && text.range(of: "</\(name)", options: .caseInsensitive) == nil
  }

  /// Returns the names that links can point to: every `id`, and the `name` of an `a`.
  public static func anchors(in html: String) -> [String] {
    startTags(in: html).flatMap { tag in
      [tag["id"], tag.name == "a" ? tag["name"] : nil].compactMap { $0 }.filter { !$0.isEmpty }
    }
  }

  /// Returns all tags of some raw HTML, in order; skips closed comments and the text of scripts.
  public static func tags(in html: String) -> [HTMLTag] {
    var scanner = HTMLTagScanner(bytes: Array(html.utf8))
    return scanner.scan()
  }

  /// Returns the start tags among them.
  public static func startTags(in html: String) -> [HTMLTag] {
    tags(in: html).filter { !$0.isEnd && !$0.isUnfinished }
  }
}
