public import Ground

/// The configuration of the site, from `content/site.yml`.
public struct SiteConfiguration: Sendable, Hashable {
  /// One entry of the side navigation.
  public struct NavigationEntry: Sendable, Hashable {
    /// The target of an entry.
    public enum Target: Sendable, Hashable {
      /// A page, by its id, its permalink or its file.
      case page(String)
      /// An address, used as written.
      case address(String)
      /// None: a heading over its items.
      case none
    }

    /// The label; the page's title when `nil`.
    public var title: String?
    /// The target.
    public var target: Target
    /// The entries below it.
    public var items: [NavigationEntry]
    /// The location, for messages.
    public var location: SourceLocation

    /// Creates an entry.
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
  /// A one-sentence description of the site.
  public var description: String?
  /// The language of the pages, as a BCP 47 tag.
  public var language: String
  /// The address the site is published at, with a final `/`; `nil` when unknown.
  public var baseURL: String?
  /// The side navigation; `nil` to build it from the pages' folders.
  public var navigation: [NavigationEntry]?

  /// Creates a configuration.
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
