/// A list.
public struct List: Sendable, Hashable {
  /// One item.
  public struct Item: Sendable, Hashable {
    /// Whether its box is checked; `nil` for an item without a box (GFM).
    public var isTicked: Bool?
    /// The content.
    public var content: [Block]

    /// Creates an item.
    public init(isTicked: Bool? = nil, content: [Block]) {
      self.isTicked = isTicked
      self.content = content
    }
  }

  /// The number of the first item; `nil` for bullets.
  public var start: Int?
  /// Whether items follow one another without space between their paragraphs.
  public var isTight: Bool
  /// The items.
  public var items: [Item]

  /// Creates a list.
  public init(start: Int?, isTight: Bool, items: [Item]) {
    self.start = start
    self.isTight = isTight
    self.items = items
  }
}
