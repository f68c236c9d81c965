public import DocgenGround

/// The metadata of a page, from its front matter.
public struct PageMetadata: Sendable, Hashable, Codable {
  /// A former address of the page or of one of its headings, and its location in the front matter.
  public struct Alias: Sendable, Hashable, Codable {
    /// The address, relative to the site; empty if only an anchor of this page has another name.
    public var address: String
    /// The former anchor; `nil` for an address of the whole page.
    public var anchor: String?
    /// The heading that a former anchor leads to, if it has another name now.
    public var heading: String?
    /// The range in the front matter.
    public var range: SourceRange

    /// Creates an alias from an address, which may have a fragment.
    public init(_ address: String, heading: String? = nil, range: SourceRange) {
      let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      self.address = String(parts[0])
      anchor = parts.count > 1 ? String(parts[1]) : nil
      self.heading = heading
      self.range = range
    }
  }

  /// Whether an alias names an anchor of the page itself.
  public func isOwnAnchor(_ alias: Alias) -> Bool {
    func withoutRoot(_ path: String) -> String {
      path.hasPrefix("/") ? String(path.dropFirst()) : path
    }
    let address = withoutRoot(alias.address)
    let own = withoutRoot(permalink)
    return alias.anchor != nil
      && (alias.address.isEmpty || [address, address + "index.html"].contains(own)
        || [own, own + "index.html"].contains(address))
  }

  /// A link on a home page to one of the ways through the site.
  public struct Way: Sendable, Hashable, Codable {
    /// The text of the link.
    public var title: String
    /// The target, as in a link of the page.
    public var destination: String
    /// The range of the target in the front matter.
    public var range: SourceRange

    /// Creates a link.
    public init(title: String, destination: String, range: SourceRange) {
      self.title = title
      self.destination = destination
      self.range = range
    }
  }

  /// The properties of a home page.
  public struct Home: Sendable, Hashable, Codable {
    /// The name of the sample next to the title; `nil` for none.
    public var hero: String?
    /// The range of that name in the front matter.
    public var heroRange = SourceRange(line: 1, column: 1)
    /// The links below the title.
    public var ways: [Way] = []

    /// Creates a home page without links.
    public init() {}
  }

  /// Articles that a page of a DocC catalog lists below `Topics`.
  public struct TopicGroup: Sendable, Hashable, Codable {
    /// The heading above them; empty for none.
    public var title: String
    /// Their names, as in `doc:` links.
    public var articles: [String]

    /// Creates a group.
    public init(title: String, articles: [String]) {
      self.title = title
      self.articles = articles
    }
  }

  /// The title; the file's name when neither front matter nor a heading sets one, and empty for a
  /// page that has the site's title.
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
  public var aliases: [Alias] = []
  /// The paths of other documents whose text is on this page.
  public var formerSources: [String] = []
  /// Whether the front page lists this page (mapdown).
  public var isOnFrontPage: Bool
  /// Whether the navigation should list this page.
  public var isInNavigation: Bool
  /// Whether only previews show the page.
  public var isDraft = false
  /// The defaults of the page's Swift blocks, for what their fences don't set.
  public var samples = SampleDefaults()
  /// The symbol that the page of a DocC catalog is about, such as `Trips/Trip`; `nil` for articles.
  public var symbol: String?
  /// The articles that the page of a DocC catalog lists.
  public var topics: [TopicGroup] = []
  /// Whether the page is laid out as a home page.
  public var isHome = false
  /// The parts that a home page has in addition.
  public var home = Home()

  /// Creates metadata.
  public init(
    title: String, id: String? = nil, permalink: String, permalinkRange: SourceRange? = nil,
    description: String? = nil, order: Int? = nil, isOnFrontPage: Bool = false,
    isInNavigation: Bool = true
  ) {
    self.title = title
    self.id = id
    self.permalink = permalink
    self.permalinkRange = permalinkRange
    self.description = description
    self.order = order
    self.isOnFrontPage = isOnFrontPage
    self.isInNavigation = isInNavigation
  }
}
