public import Ground

/// What `content/site.yml` says of the site as a whole.
public struct SiteConfiguration: Sendable, Hashable {
  /// One entry of the side navigation.
  public struct NavigationEntry: Sendable, Hashable {
    /// What the entry leads to.
    public enum Target: Sendable, Hashable {
      /// A page, by its id, its permalink or its file.
      case page(String)
      /// An address as it is.
      case address(String)
      /// Nothing: a heading over its items.
      case none
    }

    /// What the entry says; the page's title when `nil`.
    public var title: String?
    /// What it leads to.
    public var target: Target
    /// The entries below it.
    public var items: [NavigationEntry]
    /// Where it stands, for messages.
    public var location: SourceLocation

    /// An entry from its parts.
    public init(
      title: String?, target: Target, items: [NavigationEntry], location: SourceLocation
    ) {
      self.title = title
      self.target = target
      self.items = items
      self.location = location
    }
  }

  /// The site's name.
  public var title: String
  /// One sentence on the site.
  public var description: String?
  /// The language of the pages, as a BCP 47 tag.
  public var language: String
  /// The address the site is published at, with a final `/`; `nil` when it is not known.
  public var baseURL: String?
  /// The side navigation; `nil` for one made from the pages' folders.
  public var navigation: [NavigationEntry]?

  /// A configuration from its parts.
  public init(
    title: String = "Documentation", description: String? = nil, language: String = "en",
    baseURL: String? = nil, navigation: [NavigationEntry]? = nil
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.baseURL = baseURL
    self.navigation = navigation
  }
}
