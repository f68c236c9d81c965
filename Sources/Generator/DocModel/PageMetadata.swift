public import Ground

/// The metadata of a page, from its front matter.
public struct PageMetadata: Sendable, Hashable {
  /// A former address of the page, and its location in the front matter.
  public struct Alias: Sendable, Hashable {
    /// The address, relative to the site.
    public var address: String
    /// The range in the front matter.
    public var range: SourceRange

    /// Creates an alias.
    public init(_ address: String, range: SourceRange) {
      self.address = address
      self.range = range
    }
  }

  /// The title; the file's name when neither front matter nor a heading sets one.
  public var title: String
  /// The name that navigation entries may refer to.
  public var id: String?
  /// The path of the page's file below the output folder, exactly as the author wrote it.
  public var permalink: String
  /// The range of the permalink in the front matter; `nil` when the file's path determines it.
  public var permalinkRange: SourceRange?
  /// One sentence for search engines and listings.
  public var description: String?
  /// The position among its siblings in a navigation built from folders.
  public var order: Int?
  /// Former addresses that redirect to this page.
  public var aliases: [Alias]
  /// Whether the front page lists this page (mapdown).
  public var isOnFrontPage: Bool

  /// Creates metadata.
  public init(
    title: String, id: String? = nil, permalink: String, permalinkRange: SourceRange? = nil,
    description: String? = nil, order: Int? = nil, aliases: [Alias] = [],
    isOnFrontPage: Bool = false
  ) {
    self.title = title
    self.id = id
    self.permalink = permalink
    self.permalinkRange = permalinkRange
    self.description = description
    self.order = order
    self.aliases = aliases
    self.isOnFrontPage = isOnFrontPage
  }
}
