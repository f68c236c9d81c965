public import Ground

/// What came of a sample.
public struct SampleOutcome: Sendable, Hashable {
  /// How it went.
  public enum Result: Sendable, Hashable {
    /// Compiled, and not to be run.
    case compiled
    /// Compiled, run, and everything as promised.
    case passed
    /// Anything else; `diagnostics` say what.
    case failed
  }

  /// Whether the work was done now or an earlier build's result was taken.
  public enum Origin: Sendable, Hashable {
    /// Compiled and run now.
    case fresh
    /// The object was taken from the cache, the run was done now.
    case compiledEarlier
    /// Both were taken from the cache.
    case cached
  }

  /// Which sample.
  public var id: SampleID
  /// How it went.
  public var result: Result
  /// What it wrote to standard output, ports normalised; empty when not run.
  public var output: String
  /// What it wrote to standard error, ports normalised; empty when not run.
  public var errorOutput: String
  /// The HTTP exchanges of its run.
  public var transcript: Transcript
  /// What its promised failure said, a message a line; empty when none was promised.
  public var failure: String
  /// Whether this build did the work.
  public var origin: Origin
  /// Whether it could not share a library with the others, and was linked alone.
  public var isLinkedAlone: Bool
  /// What the author must be told.
  public var diagnostics: [Diagnostic]

  /// An outcome with all its parts.
  public init(
    id: SampleID, result: Result, output: String = "", errorOutput: String = "",
    failure: String = "", transcript: Transcript = Transcript(), origin: Origin = .fresh,
    isLinkedAlone: Bool = false,
    diagnostics: [Diagnostic] = []
  ) {
    self.id = id
    self.result = result
    self.output = output
    self.errorOutput = errorOutput
    self.transcript = transcript
    self.failure = failure
    self.origin = origin
    self.isLinkedAlone = isLinkedAlone
    self.diagnostics = diagnostics
  }
}
