/// A group of alternatives, shown as tabs.
public struct TabGroup: Sendable, Hashable {
  /// One alternative.
  public struct Tab: Sendable, Hashable {
    /// The tab's label.
    public var label: String
    /// The key of a language, which selects the same tab in all groups of the site.
    public var key: String
    /// The content.
    public var content: [Block]

    /// Creates an alternative.
    public init(label: String, key: String, content: [Block]) {
      self.label = label
      self.key = key
      self.content = content
    }
  }

  /// The alternatives, in order.
  public var tabs: [Tab]

  /// Creates a group.
  public init(tabs: [Tab]) {
    self.tabs = tabs
  }
}
