public import DocgenGround

/// The configuration of the site, from `site.yml` in `content` or in the root.
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
    /// Whether the bar above every page links to it.
    public var isTop = false
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

  /// The maximum compressed size of a part of the site.
  public struct Limit: Sendable, Hashable {
    /// A part of the site with a size.
    public enum Part: String, Sendable, Hashable, CaseIterable {
      /// The HTML of the largest page.
      case page
      /// All style sheets.
      case css
      /// All scripts.
      case javascript
      /// The most that a search for one word fetches.
      case search
    }

    /// The part.
    public var part: Part
    /// The maximum, in kilobytes of 1,000 bytes.
    public var kilobytes: Int
    /// The location, for messages.
    public var location: SourceLocation

    /// Creates a limit.
    public init(_ part: Part, kilobytes: Int, location: SourceLocation) {
      self.part = part
      self.kilobytes = kilobytes
      self.location = location
    }
  }

  /// The address of a file, with its location for messages.
  public struct File: Sendable, Hashable {
    /// The path, below `content` unless stated otherwise.
    public var path: String
    /// The location in `site.yml`.
    public var location: SourceLocation

    /// Creates the path of a file.
    public init(path: String, location: SourceLocation) {
      self.path = path
      self.location = location
    }
  }

  /// The site's name.
  public var title = "Documentation"
  /// A one-sentence description of the site.
  public var description: String?
  /// The language of the pages, as a BCP 47 tag.
  public var language = "en"
  /// The address the site is published at, with a final `/`; `nil` when unknown.
  public var baseURL: String?
  /// The side navigation; `nil` to build it from the pages' folders.
  public var navigation: [NavigationEntry]?
  /// Whether the public address of a page ends with `index.html`.
  public var addressesEndWithIndex = false
  /// The limits of the site's size.
  public var limits: [Limit] = []
  /// The logo, which every page shows next to the name.
  public var logo: File?
  /// The size of the logo; `nil` when unknown.
  public var logoSize: ImageSize?
  /// The files and folders with the site's documents, below the root; empty for the usual ones.
  public var documents: [File] = []
  /// The modules whose public symbols have pages, each by its name.
  public var reference: [File] = []
  /// The traits of the package to enable besides its default ones, each by its name.
  public var traits: [File] = []
  /// The page that explains what a build verifies, by its name; every proof line links to it.
  public var proof: File?
  /// The color of links and buttons; `nil` for the theme's own.
  public var accent: AccentColor?
  /// The text at the end of every page; `nil` for the site's name.
  public var footer: String?
  /// The address of the site's source; `nil` when unknown.
  public var repository: String?
  /// The address that a page's file is appended to for editing; `nil` when unknown.
  public var edit: String?
  /// The address that a source file's path is appended to for reading it; `nil` when unknown.
  public var source: String?
  /// The names of hidden folders, and of those of other generators, to publish too.
  public var includedFolders: [String] = []
  /// The meaning of links that were written for another generator.
  public var links = LinkRules()
  /// The defaults of Swift blocks, for what neither fence nor page sets.
  public var samples = SampleDefaults()
  /// The words of the theme.
  public var strings = ThemeStrings()

  /// Creates the configuration of a site that sets nothing.
  public init() {}
}

extension SiteConfiguration {
  /// Returns what a base URL must be, for a message; `nil` for a valid one.
  public static func rule(violatedByBaseURL address: String) -> String? {
    let host = ["https://", "http://"].first(where: address.hasPrefix)
      .map { address.dropFirst($0.count).prefix { $0 != "/" } }
    guard let host, !host.isEmpty else {
      return "an address that begins with 'https://'"
    }
    let isPlain = !address.contains { "?#".contains($0) || $0.isWhitespace }
    return isPlain ? nil : "an address without '?', '#' and blanks"
  }
}
