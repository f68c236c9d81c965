/// A symbol of a documented module: where the reference describes it, and what readers see who
/// hover over its name.
public struct DocumentedSymbol: Sendable, Hashable {
  /// The path of its page, with the fragment of its section.
  public var target: String
  /// The declaration.
  public var declaration: String
  /// The first sentence or paragraph of its comment.
  public var summary: String

  /// Creates a symbol.
  public init(at target: String, declaration: String = "", summary: String = "") {
    self.target = target
    self.declaration = declaration
    self.summary = summary
  }
}
