/// A remark set apart from the running text.
public struct Aside: Sendable, Hashable {
  /// What kind of remark; GitHub's five.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case note, tip, important, warning, caution
  }

  /// What kind of remark.
  public var kind: Kind
  /// The word shown above it, such as `Note`.
  public var title: String
  /// What it says.
  public var content: [Block]

  /// A remark from its parts.
  public init(kind: Kind, title: String, content: [Block]) {
    self.kind = kind
    self.title = title
    self.content = content
  }
}
