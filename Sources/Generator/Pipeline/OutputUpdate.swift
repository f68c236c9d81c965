public import Ground

/// An output block that `--update` puts right.
public struct OutputUpdate: Sendable, Hashable {
  /// The sample that prints something else.
  public var sample: SampleID
  /// The block.
  public var location: SourceLocation
  /// How its text changes, as a unified difference.
  public var difference: String
}
