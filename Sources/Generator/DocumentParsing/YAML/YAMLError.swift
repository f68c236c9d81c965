public import Ground

/// Why a text is not the YAML that docgen reads, and where.
public struct YAMLError: Error, Sendable, Hashable {
  /// One lower-case clause.
  public var message: String
  /// Where.
  public var position: SourcePosition
}
