public import DocgenDocModel
public import DocgenGround
public import DocgenProcesses

/// The report of a build about its samples.
public struct SampleReport: Sendable {
  /// The outcome of each sample, in the order of the samples.
  public var outcomes: [SampleOutcome]
  /// The samples that weren't selected and didn't pass in an earlier build.
  public var skipped: [SampleID] = []
  /// The counts and times.
  public var summary: Summary

  /// Creates a report.
  public init(outcomes: [SampleOutcome], summary: Summary, skipped: [SampleID] = []) {
    self.outcomes = outcomes
    self.summary = summary
    self.skipped = skipped
  }

  /// Counts and times of a build's samples.
  public struct Summary: Sendable, Hashable {
    /// The number of samples that this build compiled.
    public var compiled = 0
    /// The number of samples that this build ran.
    public var run = 0
    /// The confinement of runs.
    public var confinement = Confinement.none
    /// The language version of the compiler, such as `Swift 6.3`; `nil` without samples.
    public var toolchain: String?
    /// The number of samples from the cache, neither compiled nor run.
    public var cached = 0
    /// The number of samples with an error.
    public var failed = 0
    /// The number of samples that can't be verified because another block of their session failed.
    public var blocked = 0
    /// The samples that couldn't share a library with the others.
    public var linkedAlone: [SampleID] = []
    /// The number of samples whose transcript has overlapping requests of one client.
    public var overlapping = 0
    /// The number of samples compiled by their own process, because the compiler that they would
    /// have shared failed.
    public var compiledAlone = 0
    /// Notes for the user, such as on a cache that can't be used.
    public var remarks: [String] = []
    /// The time spent on linking the samples that share a library.
    public var linkTime = Duration.zero
    /// The times of each sample that this build compiled or ran.
    public var times: [SampleID: Times] = [:]

    /// Creates an empty summary.
    public init() {}
  }

  /// The times of a sample.
  public struct Times: Sendable, Hashable {
    /// The time for compiling; `nil` when it came from the cache.
    public var compile: Duration?
    /// The time for linking it separately; `nil` when it was linked together with others.
    public var link: Duration?
    /// The time for running; `nil` when it wasn't run.
    public var run: Duration?

    /// Creates times.
    public init(compile: Duration? = nil, link: Duration? = nil, run: Duration? = nil) {
      self.compile = compile
      self.link = link
      self.run = run
    }

    /// The total time.
    public var total: Duration { (compile ?? .zero) + (link ?? .zero) + (run ?? .zero) }
  }
}

/// An event that a build reports while it runs.
public enum SampleEvent: Sendable, Hashable {
  /// The build has this many steps: a sample that is compiled and run has two.
  case planned(steps: Int)
  /// Steps are done, or not needed, because the sample doesn't compile.
  case done(steps: Int)
  /// The outcome of a sample is known.
  case finished(SampleOutcome)
}
