public import DocgenGround

/// An output block that `--update` rewrites.
public struct OutputUpdate: Sendable, Hashable {
  /// The sample that prints something else.
  public var sample: SampleID
  /// The location of the block.
  public var location: SourceLocation
  /// The change, as a unified diff.
  public var difference: String
}

extension Diagnostic.Message {
  static let notWritable = Self(
    .outputNotWritable,
    "what the sample prints can't be written into a Markdown block; print it without control "
      + "characters, or write '…' for it")

  static let otherErrorsFirst = Self(
    .outputNotWritable,
    "this output is not updated, for the page has other errors, which may be why it differs; "
      + "put them right first")

  static let unstable = Self(
    .unstableOutput,
    "the sample printed something else when it was run again; write '…' or '<…>' for what changes")

  static func refused(_ refusal: DocumentWriter.Refusal) -> Self {
    Self(.outputNotWritable, refusal.description)
  }

  static let noSamplesToUpdate = Self(
    .noSamples, "the site has no samples to update; mark blocks with 'runnable'")
}
