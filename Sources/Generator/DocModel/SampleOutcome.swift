public import DocgenGround

/// The outcome of a sample.
public struct SampleOutcome: Sendable, Hashable {
  /// The result of a sample.
  public enum Result: Sendable, Hashable {
    /// Compiled only, as the author asked.
    case compiled
    /// Compiled and run, with everything as expected.
    case passed
    /// Anything else; `diagnostics` has the reasons.
    case failed
  }

  /// Whether this build did the work or used the result of an earlier one.
  public enum Origin: Sendable, Hashable {
    /// This build compiled and ran it.
    case fresh
    /// The object came from the cache; this build ran it.
    case compiledEarlier
    /// Both the object and the run came from the cache.
    case cached
  }

  /// The sample.
  public var id: SampleID
  /// The result.
  public var result: Result
  /// Its standard output, with ports normalized; empty when not run.
  public var output: String
  /// Its standard error, with ports normalized; empty when not run.
  public var errorOutput: String
  /// The HTTP exchanges of its run.
  public var transcript: Transcript
  /// The messages of its expected failure, one on each line; empty when it expects none.
  public var failure: String
  /// Whether this build did the work.
  public var origin: Origin
  /// Whether it couldn't share a library with the others and was linked separately.
  public var isLinkedAlone: Bool
  /// The diagnostics for the author.
  public var diagnostics: [Diagnostic]
  /// The names in its program, if they were asked for.
  public var names: [SwiftName] = []
  /// The first line of its program, which the lines of `names` count from.
  public var firstLine = 0

  /// Creates an outcome.
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

extension Sequence<SampleOutcome> {
  /// The outcomes by their samples.
  public var byID: [SampleID: SampleOutcome] {
    Dictionary(map { ($0.id, $0) }) { first, _ in first }
  }
}

/// A name in a Swift sample, and what the compiler knows about it.
public struct SwiftName: Sendable, Hashable, Codable {
  /// The line, counted from the first line of its program.
  public var line: Int
  /// The column in UTF-8 bytes, from 0, without indentation that isn't part of the code.
  public var column: Int
  /// The length in UTF-8 bytes.
  public var length: Int
  /// Its type; `nil` for the name of a type.
  public var type: String?
  /// The name by which a reference may describe it, such as `Lab.start`.
  public var symbol: String

  /// Creates a name.
  public init(line: Int, column: Int, length: Int, type: String?, symbol: String) {
    self.line = line
    self.column = column
    self.length = length
    self.type = type
    self.symbol = symbol
  }
}
