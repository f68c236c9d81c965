public import DocModel
public import Ground
public import Processes
public import Samples

/// What a build found and did.
public struct BuildReport: Sendable {
  /// How the samples fared, counted for the last line.
  public struct SampleCounts: Sendable, Equatable {
    /// All samples of the site.
    public var total = 0
    /// Those whose result came from the cache whole.
    public var cached = 0
    /// Those that were compiled now.
    public var compiled = 0
    /// Those that were run now.
    public var run = 0
    /// Those that did not do what they should.
    public var failed = 0
    /// Those that could not share a library with the others.
    public var linkedAlone = 0
    /// Those that had a compiler of their own because the one that they would have shared failed.
    public var compiledAlone = 0
    /// The samples whose transcript has overlapping requests of one client.
    public var overlapping = 0
    /// Those that were passed over because it was asked for.
    public var skipped = 0

    /// How those were confined that were run.
    public var confinement = Confinement.none

    /// Nothing yet.
    public init() {}

    mutating func count(_ summary: SampleReport.Summary) {
      cached = summary.cached
      compiled = summary.compiled
      run = summary.run
      failed = summary.failed
      confinement = summary.confinement
      linkedAlone = summary.linkedAlone.count
      compiledAlone = summary.compiledAlone
      overlapping = summary.overlapping
    }
  }

  /// Every problem, by place.
  public var diagnostics: [Diagnostic] = []
  /// The files the problems stand in, for excerpts.
  public var sources: [String: SourceFile] = [:]
  /// The files of the site.
  public var files: [RenderedFile] = []
  /// What came of each sample, in page order.
  public var outcomes: [SampleOutcome] = []
  /// The samples that were passed over, and whose result no earlier build knows.
  public var skipped: [SampleID] = []
  /// How long each sample took that was compiled or run now.
  public var times: [SampleID: SampleReport.Times] = [:]
  /// How long linking took of the samples that share a library.
  public var linkTime = Duration.zero
  /// The outputs that were put right in the documents.
  public var updates: [OutputUpdate] = []
  /// What the user should know of the build itself, such as a cache that cannot be used.
  public var remarks: [String] = []
  /// How many pages there are.
  public var pageCount = 0
  /// How many of them an earlier build had made of the same.
  public var cachedPageCount = 0
  /// How many links and images were checked.
  public var linkCount = 0
  /// How the samples fared.
  public var samples = SampleCounts()
  /// How the written site differs from the one before; `nil` when none was written.
  public var changes: SiteWriter.Changes?
  /// Whether warnings count as errors.
  public var isStrict = false

  /// An empty report.
  public init() {}

  /// Adds the work of a build that this one has followed, for it finds all of that in the cache.
  mutating func count(before first: BuildReport) {
    samples.cached = first.samples.cached
    samples.compiled = max(samples.compiled, first.samples.compiled)
    samples.run = max(samples.run, first.samples.run)
    samples.compiledAlone = max(samples.compiledAlone, first.samples.compiledAlone)
    samples.confinement = first.samples.confinement
    times.merge(first.times) { _, earlier in earlier }
    linkTime += first.linkTime
  }

  /// Whether the documents are fit to be published.
  public var isGood: Bool {
    !diagnostics.contains { $0.severity >= (isStrict ? .warning : .error) }
  }
}

extension BuildReport {
  /// The last line of a build: everything counted.
  ///
  /// - Parameter seconds: how long it took.
  public func summary(seconds: Double) -> String {
    let cachedPages = cachedPageCount > 0 ? " (\(cachedPageCount) cached)" : ""
    var parts = [
      "\(pageCount) page\(plural(pageCount))\(cachedPages)",
      "\(linkCount) link\(plural(linkCount))",
    ]
    let counts = samples
    parts.append(
      "\(counts.total) sample\(plural(counts.total)) (\(counts.cached) cached, "
        + "\(counts.compiled) compiled, \(counts.run) run, \(counts.failed) failed, "
        + "\(counts.linkedAlone) linked alone"
        + (counts.compiledAlone > 0 ? ", \(counts.compiledAlone) compiled alone" : "")
        + (counts.overlapping > 0 ? ", \(counts.overlapping) overlapping" : "")
        + (counts.run == 0 ? "" : ", \(counts.run) \(confinement)")
        + (counts.skipped > 0 ? ", \(counts.skipped) skipped" : "") + ")")
    for (severity, name) in [(Diagnostic.Severity.error, "error"), (.warning, "warning")] {
      let count = diagnostics.count { $0.severity == severity }
      let note = severity == .warning && isStrict ? " (which --strict doesn't allow)" : ""
      if count > 0 { parts.append("\(count) \(name)\(plural(count))\(note)") }
    }
    if !updates.isEmpty { parts.append("\(updates.count) output\(plural(updates.count)) updated") }
    if let changes {
      parts.append(
        "site: \(changes.added) added, \(changes.changed) changed, \(changes.removed) removed, "
          + "\(changes.unchanged) unchanged")
    }
    let tenths = Int((seconds * 10).rounded())
    if changes == nil, samples.skipped > 0, isGood, !skipped.isEmpty {
      parts.append("site: left as it was, for want of what was skipped")
    }
    return parts.joined(separator: ", ") + ", \(tenths / 10).\(tenths % 10) s"
  }

  private var confinement: String {
    switch samples.confinement {
    case .bubblewrap: "confined by bubblewrap"
    case .landlock: "confined by Landlock"
    case .none: "unconfined"
    }
  }

  private func plural(_ count: Int) -> String { count == 1 ? "" : "s" }
}
