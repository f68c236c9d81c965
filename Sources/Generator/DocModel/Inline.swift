public import Ground

/// A piece of text within a block, in CommonMark's terms.
public struct Inline: Sendable, Hashable {
  /// What kind of piece, with its parts.
  public indirect enum Kind: Sendable, Hashable {
    /// Text as shown.
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
    case link(Link)
    /// An image; its description is the text of the content.
    case image(Link)
    /// Raw HTML, the writer's own.
    case html(String)
    /// A line end that is shown as a space.
    case softBreak
    /// A line end that is shown as one.
    case lineBreak
    /// A reference to a footnote by its number (GFM).
    case footnoteReference(String)
  }

  /// Where a link leads and what stands for it.
  public struct Link: Sendable, Hashable {
    /// The destination as the author wrote it, escapes resolved.
    public var destination: String
    /// The title; empty without one.
    public var title: String
    /// The link's text, or the image's description.
    public var content: [Inline]

    /// A link from its parts.
    public init(destination: String, title: String, content: [Inline]) {
      self.destination = destination
      self.title = title
      self.content = content
    }
  }

  /// What kind of piece.
  public var kind: Kind
  /// Where it stands in its file.
  public var range: SourceRange

  /// A piece at a place.
  public init(_ kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// The pieces within this one.
  public var children: [Inline] {
    switch kind {
    case .emphasis(let content), .strong(let content), .strikethrough(let content): content
    case .link(let link), .image(let link): link.content
    case .text, .code, .html, .softBreak, .lineBreak, .footnoteReference: []
    }
  }

  /// The text a reader sees, without markup.
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
  /// The text a reader sees, without markup.
  public var plainText: String { map(\.plainText).joined() }
}
