public import DocgenDocModel
public import DocgenGround
public import DocgenProcesses
public import DocgenSamples

/// The report of a build: its diagnostics, its files and its counts.
public struct BuildReport: Sendable {
  /// The numbers of samples, for the last line.
  public struct SampleCounts: Sendable, Equatable {
    /// All samples of the site.
    public var total = 0
    /// Those whose complete result came from the cache.
    public var cached = 0
    /// Those that this build compiled.
    public var compiled = 0
    /// Those that this build ran.
    public var run = 0
    /// Those that didn't do what their page says.
    public var failed = 0
    /// Those that could not share a library with the others.
    public var linkedAlone = 0
    /// Those with a separate compiler, because the one they would have shared failed.
    public var compiledAlone = 0
    /// The samples whose transcript has overlapping requests of one client.
    public var overlapping = 0
    /// Those that can't be verified because another block of their session failed.
    public var blocked = 0
    /// The blocks that aren't samples because of a placeholder.
    public var placeholders = 0
    /// Those skipped on request.
    public var skipped = 0

    /// The confinement of those that ran.
    public var confinement = Confinement.none

    /// Creates counts of zero.
    public init() {}

    mutating func count(_ summary: SampleReport.Summary) {
      cached = summary.cached
      compiled = summary.compiled
      run = summary.run
      failed = summary.failed
      blocked = summary.blocked
      confinement = summary.confinement
      linkedAlone = summary.linkedAlone.count
      compiledAlone = summary.compiledAlone
      overlapping = summary.overlapping
    }
  }

  /// The diagnostics, by location.
  public var diagnostics: [Diagnostic] = []
  /// The files that the diagnostics are in, for excerpts.
  public var sources: [String: SourceFile] = [:]
  /// The outcome of each sample, in page order.
  public var outcomes: [SampleOutcome] = []
  /// The samples that were skipped and that have no result from an earlier build.
  public var skipped: [SampleID] = []
  /// The time spent on each sample that this build compiled or ran.
  public var times: [SampleID: SampleReport.Times] = [:]
  /// The time spent on linking the samples that share a library.
  public var linkTime = Duration.zero
  /// The outputs updated in the documents.
  public var updates: [OutputUpdate] = []
  /// Notes on the build itself, such as on a cache that can't be used.
  public var remarks: [String] = []
  /// The language version of the samples' compiler, such as `Swift 6.3`; `nil` if none were built.
  public var toolchain: String?
  /// The compressed sizes of the site's parts, for the user; `nil` before it is rendered.
  public var weight: String?
  /// The number of pages.
  public var pageCount = 0
  /// The number of pages that show the same as in the last build and weren't rendered again.
  public var cachedPageCount = 0
  /// The number of links and images checked.
  public var linkCount = 0
  /// The numbers of samples.
  public var samples = SampleCounts()
  /// The differences between the written site and the one before; `nil` when none was written.
  public var changes: SiteWriter.Changes?
  /// Whether nothing has changed since the last build, so that this one only looked for changes.
  public var isUnchanged = false
  /// Whether warnings count as errors.
  public var isStrict = false

  /// Creates an empty report.
  public init() {}

  /// Adds the counts and times of a first build, whose results this one found in the cache.
  mutating func count(before first: BuildReport) {
    samples.cached = first.samples.cached
    samples.compiled = max(samples.compiled, first.samples.compiled)
    samples.run = max(samples.run, first.samples.run)
    samples.compiledAlone = max(samples.compiledAlone, first.samples.compiledAlone)
    samples.confinement = first.samples.confinement
    times.merge(first.times) { _, earlier in earlier }
    linkTime += first.linkTime
  }

  /// Whether the site is fit for publication.
  public var isGood: Bool {
    !diagnostics.contains { $0.severity >= (isStrict ? .warning : .error) }
  }
}

extension BuildReport {
  /// Returns the last line of a build, with all counts.
  ///
  /// - Parameter seconds: the duration of the build.
  public func summary(seconds: Double) -> String {
    var parts = [
      "\(pageCount) page\(plural(pageCount))"
        + (cachedPageCount > 0 ? " (\(cachedPageCount) cached)" : ""),
      "\(linkCount) link\(plural(linkCount))",
    ]
    let counts = samples
    parts.append(
      "\(counts.total) sample\(plural(counts.total)) (\(counts.cached) cached, "
        + "\(counts.compiled) compiled, \(counts.run) run, \(counts.failed) failed, "
        + (counts.blocked > 0 ? "\(counts.blocked) behind a failed block, " : "")
        + "\(counts.linkedAlone) linked alone"
        + (counts.compiledAlone > 0 ? ", \(counts.compiledAlone) compiled alone" : "")
        + (counts.overlapping > 0 ? ", \(counts.overlapping) overlapping" : "")
        + (counts.run == 0 ? "" : ", \(counts.run) \(confinement)")
        + (counts.skipped > 0 ? ", \(counts.skipped) skipped" : "")
        + (counts.placeholders > 0 ? ", \(counts.placeholders) with placeholders not run" : "")
        + ")")
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
    if isUnchanged { parts.append("nothing has changed since the last build") }
    let tenths = Int((seconds * 10).rounded())
    if changes == nil, samples.skipped > 0, isGood, !skipped.isEmpty {
      parts.append("site: left unchanged, because samples were skipped")
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
