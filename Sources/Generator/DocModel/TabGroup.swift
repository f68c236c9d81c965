/// Alternatives of one thing, shown as tabs.
public struct TabGroup: Sendable, Hashable {
  /// One alternative.
  public struct Tab: Sendable, Hashable {
    /// What the tab says.
    public var label: String
    /// What groups are kept in step by, across the site: a language's key.
    public var key: String
    /// What it holds.
    public var content: [Block]

    /// An alternative from its parts.
    public init(label: String, key: String, content: [Block]) {
      self.label = label
      self.key = key
      self.content = content
    }
  }

  /// The alternatives, in order.
  public var tabs: [Tab]

  /// A group of alternatives.
  public init(tabs: [Tab]) {
    self.tabs = tabs
  }
}
