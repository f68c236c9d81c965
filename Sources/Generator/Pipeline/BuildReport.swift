public import DocgenDocModel
public import DocgenGround
import DocgenProcesses
public import DocgenSamples

/// The report of a build: its diagnostics, its files and its counts.
public struct BuildReport: Sendable, Codable {
  /// The diagnostics, by location.
  public var diagnostics: [Diagnostic] = []
  /// The files that the diagnostics are in, for excerpts.
  public var sources: [String: SourceFile] = [:]
  /// The outcome of each sample, in page order.
  public var outcomes: [SampleOutcome] = []
  /// The samples that were skipped and that have no result from an earlier build.
  public var skipped: [SampleID] = []
  /// The outputs updated in the documents.
  public var updates: [OutputUpdate] = []
  /// Notes on the build itself, such as on a cache that can't be used.
  public var remarks: [String] = []
  /// The compressed sizes of the site's parts, for the user; `nil` before it is rendered.
  public var weight: String?
  /// The number of pages.
  public var pageCount = 0
  /// The paths of drafts, which are no pages.
  public var drafts: [String] = []
  /// The number of pages that show the same as in the last build and weren't rendered again.
  public var cachedPageCount = 0
  /// The number of links and images checked.
  public var linkCount = 0
  /// The counts and times of the samples.
  public var samples = SampleReport.Summary()
  /// The number of all samples of the site.
  public var sampleCount = 0
  /// The number of blocks that aren't samples because of a placeholder.
  public var placeholderCount = 0
  /// The differences between the written site and the one before; `nil` when none was written.
  public var changes: SiteWriter.Changes?
  /// Whether nothing has changed since the last build, so that this one only looked for changes.
  public var isUnchanged = false
  /// Whether warnings count as errors.
  public var isStrict = false

  /// What a build without a change says again.
  private enum CodingKeys: CodingKey {
    case diagnostics, remarks, weight, pageCount, drafts, linkCount, sampleCount, placeholderCount
  }

  /// Creates an empty report.
  public init() {}

  /// Adds the counts and times of a first build, whose results this one found in the cache.
  mutating func count(before first: BuildReport) {
    samples.cached = first.samples.cached
    samples.compiled = max(samples.compiled, first.samples.compiled)
    samples.run = max(samples.run, first.samples.run)
    samples.compiledAlone = max(samples.compiledAlone, first.samples.compiledAlone)
    samples.confinement = first.samples.confinement
    samples.times.merge(first.samples.times) { _, earlier in earlier }
    samples.linkTime += first.samples.linkTime
  }

  /// Adds a note on drafts if a broken link may lead to one.
  mutating func remarkOnDrafts() {
    guard let draft = drafts.first, diagnostics.contains(where: { $0.id == .brokenLink }) else {
      return
    }
    remarks.append("no link can lead to '\(draft)', which is a draft")
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
      pageCount.counting("page")
        + (cachedPageCount > 0 ? " (\(cachedPageCount) cached)" : "")
        + (drafts.isEmpty ? "" : ", \(drafts.count.counting("draft")) left out"),
      linkCount.counting("link"),
    ]
    let counts = samples
    parts.append(
      "\(sampleCount.counting("sample")) (\(counts.cached) cached, "
        + "\(counts.compiled) compiled, \(counts.run) run, \(counts.failed) failed, "
        + (counts.blocked > 0 ? "\(counts.blocked) behind a failed block, " : "")
        + "\(counts.linkedAlone.count) linked alone"
        + (counts.compiledAlone > 0 ? ", \(counts.compiledAlone) compiled alone" : "")
        + (counts.overlapping > 0 ? ", \(counts.overlapping) overlapping" : "")
        + (counts.run == 0 ? "" : ", \(counts.run) \(confinement)")
        + (skipped.isEmpty ? "" : ", \(skipped.count) skipped")
        + (placeholderCount > 0 ? ", \(placeholderCount) with placeholders not run" : "")
        + ")")
    for (severity, name) in [(Diagnostic.Severity.error, "error"), (.warning, "warning")] {
      let count = diagnostics.count { $0.severity == severity }
      let note = severity == .warning && isStrict ? " (which --strict doesn't allow)" : ""
      if count > 0 { parts.append(count.counting(name) + note) }
    }
    if !updates.isEmpty { parts.append(updates.count.counting("output") + " updated") }
    if let changes {
      parts.append(
        "site: \(changes.added) added, \(changes.changed) changed, \(changes.removed) removed, "
          + "\(changes.unchanged) unchanged")
    }
    if isUnchanged { parts.append("nothing has changed since the last build") }
    if changes == nil, !skipped.isEmpty, isGood {
      parts.append("site: left unchanged, because samples were skipped")
    }
    return parts.joined(separator: ", ") + ", \(seconds.text(decimals: 1)) s"
  }

  private var confinement: String {
    switch samples.confinement {
    case .bubblewrap: "confined by bubblewrap"
    case .landlock: "confined by Landlock"
    case .none: "unconfined"
    }
  }
}
