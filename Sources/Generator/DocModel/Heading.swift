/// A heading of a page.
public struct Heading: Sendable, Hashable {
  /// The level, from 1 to 6.
  public var level: Int
  /// The text.
  public var content: [Inline]
  /// The identifier that links use: unique within the page, and empty until the parser assigns it.
  public var id: String
  /// Other identifiers for the same heading: those that other generators derive from its text.
  public var aliases: [String]

  /// The identifiers that the heading had before, from the page's front matter.
  public var formerIDs: [String] = []

  /// Creates a heading.
  public init(level: Int, content: [Inline], id: String = "", aliases: [String] = []) {
    self.level = level
    self.content = content
    self.id = id
    self.aliases = aliases
  }
}
