public import Ground

/// What a page says of itself in its front matter.
public struct PageMetadata: Sendable, Hashable {
  /// An old address, and where it was written.
  public struct Alias: Sendable, Hashable {
    /// The address, below the site.
    public var address: String
    /// Its place in the front matter.
    public var range: SourceRange

    /// An address with its place.
    public init(_ address: String, range: SourceRange) {
      self.address = address
      self.range = range
    }
  }

  /// The title; the file's name when neither front matter nor a heading gives one.
  public var title: String
  /// The name that navigation entries may use.
  public var id: String?
  /// The file to write, below the output folder, verbatim; where it was said, for messages.
  public var permalink: String
  /// Where the permalink was written; `nil` when it follows from the file's path.
  public var permalinkRange: SourceRange?
  /// One sentence for search engines and listings.
  public var description: String?
  /// The place among its neighbours in a navigation made from folders.
  public var order: Int?
  /// Old addresses that lead here.
  public var aliases: [Alias]
  /// Whether the front page lists this page (mapdown).
  public var isOnFrontPage: Bool

  /// Metadata from its parts.
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
