public import DocModel
public import Ground
public import Processes

/// What a build made of its samples.
public struct SampleReport: Sendable {
  /// What came of each sample, in the order they were given in.
  public var outcomes: [SampleOutcome]
  /// The samples that were not asked for, and of which no earlier build knows that they are right.
  public var skipped: [SampleID] = []
  /// What was done for it.
  public var summary: Summary

  /// A report of outcomes, what was done for them, and of what was left out.
  public init(outcomes: [SampleOutcome], summary: Summary, skipped: [SampleID] = []) {
    self.outcomes = outcomes
    self.summary = summary
    self.skipped = skipped
  }

  /// Counts and times of a build's samples.
  public struct Summary: Sendable, Hashable {
    /// How many were compiled now.
    public var compiled = 0
    /// How many were run now.
    public var run = 0
    /// How runs were confined.
    public var confinement = Confinement.none
    /// How many were taken from an earlier build, neither compiled nor run.
    public var cached = 0
    /// How many failed.
    public var failed = 0
    /// Those that could not share a library with the others.
    public var linkedAlone: [SampleID] = []
    /// The number of samples whose transcript has overlapping requests of one client.
    public var overlapping = 0
    /// How many had a compiler of their own because the one that they would have shared failed.
    public var compiledAlone = 0
    /// What the user should know, such as a cache that can't be used.
    public var remarks: [String] = []
    /// How long linking took of those that share a library.
    public var linkTime = Duration.zero
    /// How long each sample took that was compiled or run now.
    public var times: [SampleID: Times] = [:]

    /// An empty summary.
    public init() {}
  }

  /// How long a sample took.
  public struct Times: Sendable, Hashable {
    /// To compile; `nil` when it was taken from the cache.
    public var compile: Duration?
    /// To link alone; `nil` when it was linked together with others.
    public var link: Duration?
    /// To run; `nil` when it wasn't run.
    public var run: Duration?

    /// The times of a sample.
    public init(compile: Duration? = nil, link: Duration? = nil, run: Duration? = nil) {
      self.compile = compile
      self.link = link
      self.run = run
    }

    /// All of it.
    public var total: Duration { (compile ?? .zero) + (link ?? .zero) + (run ?? .zero) }
  }
}

/// What a build reports while it goes on.
public enum SampleEvent: Sendable, Hashable {
  /// So many more samples are to be compiled, and so many to be run; those that don't compile are taken off
  /// again as runs.
  case planned(compilations: Int, runs: Int)
  /// A sample was compiled.
  case compiled(SampleID, succeeded: Bool)
  /// A sample ran.
  case ran(SampleID)
  /// All is known of a sample that was worked on.
  case finished(SampleOutcome)
}
