/// An aside: a note, a tip or a warning, set apart from the running text.
public struct Aside: Sendable, Hashable {
  /// The kind of an aside: GitHub's five.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case note, tip, important, warning, caution
  }

  /// The kind of aside.
  public var kind: Kind
  /// The label shown above the content, such as `Note`.
  public var title: String
  /// The content.
  public var content: [Block]

  /// Creates an aside.
  public init(kind: Kind, title: String, content: [Block]) {
    self.kind = kind
    self.title = title
    self.content = content
  }
}
