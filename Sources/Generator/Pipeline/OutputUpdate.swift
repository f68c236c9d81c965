public import Ground

/// An output block that `--update` rewrites.
public struct OutputUpdate: Sendable, Hashable {
  /// The sample that prints something else.
  public var sample: SampleID
  /// The location of the block.
  public var location: SourceLocation
  /// The change, as a unified diff.
  public var difference: String
}
