public import Ground

/// A text that isn't the YAML that docgen supports.
public struct YAMLError: Error, Sendable, Hashable {
  /// The reason, as one lower-case clause.
  public var message: String
  /// The position of the problem.
  public var position: SourcePosition
}
