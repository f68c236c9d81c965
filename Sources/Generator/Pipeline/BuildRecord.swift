import Foundation
import DocgenGround
import DocgenHashing
import DocgenHighlighting
import DocgenSamples

/// What the last build read, wrote and said: a build that finds all of it unchanged says the same
/// without reading a document.
struct BuildRecord: Codable {
  /// The state of everything that the build depends on.
  var inputs: String
  /// The state of the site that it wrote.
  var site: UInt64
  var report: BuildReport
  var overlappingSampleCount: Int
  var fileCount: Int
}

/// The file with the record of a site's last build.
struct BuildRecordFile {
  private let file: URL
  private let output: URL
  private let root: String
  /// The state of everything that the build depends on.
  private let inputs: String

  /// Notes the state of everything that a build depends on; `nil` for builds that aren't recorded,
  /// because they leave something out or write nothing.
  init?(of builder: SiteBuilder) async {
    let options = builder.options
    guard options.usesRecord, options.runsSamples, !options.updatesOutputs,
      options.selection == BuildSelection(), let output = options.output
    else { return nil }
    async let commit = ChangeDates.commit(of: options.root)
    file = builder.cacheFolder.appending(path: "record.json")
    self.output = output.resolved
    let root = options.root.resolved.path
    self.root = root
    var states = FileStates()
    states.add(below: root, except: [self.output.path, "\(root)/.git", "\(root)/.build"])
    // Programs are built long before they are used, and reading them takes long.
    let newest = states.newest
    if builder.package.path != root {
      states.add(below: builder.package.appending(path: "Sources").path)
    }
    builder.engine.addInputs(to: &states)
    for path in builder.highlighter.files { states.add(fileAt: path) }
    Bundle.main.executablePath.map { states.add(fileAt: $0) }
    var hash = ContentHash()
    hash.add(String(states.digest, radix: 16))
    for digest in newest.concurrentMap({ ContentHash.of(fileAt: $0) ?? "" }) { hash.add(digest) }
    hash.add(output.path)
    hash.add(options.baseURL ?? "")
    hash.add(options.isStrict ? 1 : 0)
    hash.add(builder.engine.settings)
    // Some notes name it.
    hash.add(CommandName.docgen)
    hash.add(await commit ?? "")
    inputs = hash.hexadecimal
  }

  /// The report of the last build, if nothing has changed since then.
  func report() -> BuildReport? {
    guard let data = try? Data(contentsOf: file),
      let record = try? JSONDecoder().decode(BuildRecord.self, from: data),
      record.inputs == inputs, record.site == SiteWriter(output: output).state.digest
    else { return nil }
    var report = record.report
    report.isUnchanged = true
    report.samples.cached = report.sampleCount
    report.samples.overlapping = record.overlappingSampleCount
    let locations = report.diagnostics.flatMap { [$0.location] + $0.notes.compactMap(\.location) }
    for path in Set(locations.map(\.file)) {
      report.sources[path] = SourceFile(path: path) { [root] in
        let bytes = try? [UInt8](contentsOf: "\(root)/\(path)")
        return bytes.flatMap { try? SourceFile(path: path, bytes: $0) }
          ?? SourceFile(path: path, text: "")
      }
    }
    report.changes = SiteWriter.Changes(unchanged: record.fileCount)
    return report
  }

  /// Writes the record of a build, unless it said something that another wouldn't: that concerns
  /// the site before it, or this machine.
  ///
  /// - Parameter remarks: the notes that another build would repeat.
  func save(_ report: BuildReport, repeating remarks: [String], ofSiteInState site: UInt64) {
    guard report.remarks == remarks, report.skipped.isEmpty, let changes = report.changes else {
      return
    }
    let record = BuildRecord(
      inputs: inputs, site: site, report: report,
      overlappingSampleCount: report.samples.overlapping,
      fileCount: changes.added + changes.changed + changes.unchanged)
    try? JSONEncoder().encode(record).write(to: file)
  }
}
