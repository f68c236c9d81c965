/// A heading of a page.
public struct Heading: Sendable, Hashable {
  /// 1 to 6.
  public var level: Int
  /// Its text.
  public var content: [Inline]
  /// The identifier that links use; unique within the page, empty until it is given out.
  public var id: String
  /// Other identifiers that also lead here: those that older generators gave the same heading.
  public var aliases: [String]

  /// A heading from its parts.
  public init(level: Int, content: [Inline], id: String = "", aliases: [String] = []) {
    self.level = level
    self.content = content
    self.id = id
    self.aliases = aliases
  }
}
