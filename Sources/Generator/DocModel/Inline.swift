public import DocgenGround

/// An inline element of a block, in CommonMark's terms.
public struct Inline: Sendable, Hashable {
  /// The kind of an inline element, with its content.
  public enum Kind: Sendable, Hashable {
    /// Plain text.
    case text(String)
    /// Code in backquotes.
    case code(String)
    /// Emphasised text.
    case emphasis([Inline])
    /// Strongly emphasised text.
    case strong([Inline])
    /// Text struck out (GFM).
    case strikethrough([Inline])
    /// A link.
    indirect case link(Link)
    /// An image; its description is the text of the content.
    indirect case image(Link)
    /// Raw HTML from the author.
    case html(String)
    /// A line end shown as a space.
    case softBreak
    /// A line end shown as a line break.
    case lineBreak
    /// A reference to a footnote by its number (GFM).
    case footnoteReference(String)
  }

  /// The destination and the text of a link.
  public struct Link: Sendable, Hashable {
    /// The destination as the author wrote it, with escapes resolved.
    public var destination: String
    /// The title; empty when there is none.
    public var title: String
    /// The link's text, or the image's description.
    public var content: [Inline]
    /// The width of an image as its author wants it: pixels, or a part of the column such as `50%`.
    public var width: String?

    /// Creates a link.
    public init(destination: String, title: String, content: [Inline]) {
      self.destination = destination
      self.title = title
      self.content = content
    }
  }

  /// The kind of element.
  public var kind: Kind
  /// The range in the file.
  public var range: SourceRange

  /// Creates an inline element.
  public init(_ kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// The elements within this one.
  public var children: [Inline] {
    switch kind {
    case .emphasis(let content), .strong(let content), .strikethrough(let content): content
    case .link(let link), .image(let link): link.content
    case .text, .code, .html, .softBreak, .lineBreak, .footnoteReference: []
    }
  }

  /// The visible text, without markup.
  public var plainText: String {
    switch kind {
    case .text(let text), .code(let text): text
    case .softBreak, .lineBreak: " "
    case .html, .footnoteReference: ""
    case .emphasis, .strong, .strikethrough, .link, .image: children.plainText
    }
  }
}

extension [Inline] {
  /// The visible text, without markup.
  public var plainText: String {
    count == 1 ? self[0].plainText : reduce(into: "") { $0.append($1.plainText) }
  }
}
