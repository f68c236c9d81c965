import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// `docgen build` and `docgen check`: verifies the samples, and writes the site.
struct BuildCommand: Subcommand {
  var root = "."
  var package: String?
  var output: String?
  var baseURL: String?
  var isStrict = false
  var runsSamples = true
  var updatesOutputs = false
  var jobs: Int?
  var isQuiet = false
  var selection = BuildSelection()
  var remoteCache: URL?
  var confinement = ConfinementPolicy.auto
  var format = ReportFormat.text
  var reportPath: String?
  var showsTimes = false
  var writes = true

  static let options = [
    Option("--root", .folder) { $0.root = try $1.value() },
    Option("--package-path", .folder) { $0.package = try $1.value() },
    Option("--output", .folder) { $0.output = try $1.value() },
    Option("--base-url", .text) { $0.baseURL = try $1.address() },
    Option("--jobs", .text) { $0.jobs = try $1.number(in: 1...256) },
    Option("--strict") { $0.isStrict = try $1.flag() },
    Option("--no-samples") { $0.runsSamples = try !$1.flag() },
    Option("--update") { $0.updatesOutputs = try $1.flag() },
    Option("--quiet") { $0.isQuiet = try $1.flag() },
    Option("--only", .file) { $0.selection.only.append(try $1.value()) },
    Option("--failed") { $0.selection.failedOnly = try $1.flag() },
    Option("--shard", .text) { $0.selection.shard = try $1.shard() },
    Option("--remote-cache", .text) { $0.remoteCache = try $1.cache() },
    Option("--confine", choosing: "confinement", \.confinement),
    Option("--format", choosing: "format", \.format),
    Option("--report", .file) { $0.reportPath = try $1.value() },
    Option("--times") { $0.showsTimes = try $1.flag() },
  ]

  /// Builds the site, and returns the exit status.
  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let start = ContinuousClock.now
    let options = try options()
    removeLastReport()
    let documented = try Docgen.package(named: package, for: options)
    let library: ModuleLibrary?
    do {
      library = try await docgen.library(of: documented, isQuiet: isQuiet)
    } catch let failure as DocumentedPackage.BuildFailure {
      var report = BuildReport()
      report.diagnostics = failure.diagnostics
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      try writeFormatted(report, seconds: seconds, folder: failure.package)
      throw failure
    }
    let builder = try SiteBuilder(
      options: options, package: docgen.lab, library: library,
      jobs: jobs, remoteCache: remoteCache, confinement: confinement)
    let progress = ProgressLine(
      onTerminal: Terminal.isInteractive && !isQuiet,
      passingOver: updatesOutputs ? [.outputDiffers] : [])
    var report = try await builder.build(
      onEvent: isQuiet ? nil : progress.show
    ) { update in
      progress.clear()
      Terminal.write(
        "\(update.location): update: what '\(update.sample.name)' prints\n"
          + "\(update.difference.showingControls)\n")
    }
    progress.clear()
    report.remarks += try await docgen.remarks(
      on: report.diagnostics.map(\.message.text), of: documented)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    try write(report, seconds: seconds)
    if !isQuiet {
      if showsTimes || Terminal.isInteractive { print(report.times(), terminator: "") }
      if report.changes != nil, let weight = report.weight { print(weight) }
      let word = report.isGood ? (writes ? "built" : "checked") : "failed"
      print("\(word): \(report.summary(seconds: seconds))")
    }
    return report.isGood ? .fine : .documents
  }

  /// Returns the options of the build, after a check of what it would overwrite.
  private func options() throws -> SiteBuilder.Options {
    let root = URL(filePath: root, directoryHint: .isDirectory)
    try Self.refuse(reportPath, of: "--report", amongSourcesIn: root)
    var options = SiteBuilder.Options(root: root, output: nil)
    if writes {
      options.output =
        output.map { URL(filePath: $0, directoryHint: .isDirectory) }
        ?? root.appending(path: "site", directoryHint: .isDirectory)
    }
    // The site's own folder may be a link.
    let isNamed = output != nil
    try Self.refuse(
      output ?? options.output?.path, of: isNamed ? "--output" : "the site",
      amongSourcesIn: root)
    try Self.refuse(reportPath, in: options.output)
    options.baseURL = baseURL
    options.isStrict = isStrict
    options.runsSamples = runsSamples
    options.selection = selection
    options.selection.only = selection.only.map { Self.name($0, below: root) }
    options.updatesOutputs = updatesOutputs
    options.usesRecord =
      reportPath == nil && format == .text && !showsTimes
    return options
  }

  /// Removes the last build's report, which would be taken for this one's if this build ends before
  /// its report.
  private func removeLastReport() {
    // It may be a device.
    guard let path = reportPath,
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type],
      type as? FileAttributeType == .typeRegular
    else { return }
    unlink(path)
  }

  /// Throws if an output path is in a folder of sources.
  private static func refuse(
    _ path: String?, of option: String, amongSourcesIn root: URL
  ) throws {
    guard let path else { return }
    let written = URL(filePath: path).realPath
    for folder in ["content", "Samples", "templates"]
    where written.hasPrefix(root.appending(path: folder).realPath) {
      throw UsageError(
        description:
          "\(option) '\(path)' is in '\(folder)', which docgen only reads; name another path")
    }
  }

  /// Throws if the report is in the site's folder, which each build replaces.
  private static func refuse(_ report: String?, in output: URL?) throws {
    guard let report, let output,
      URL(filePath: report).realPath.hasPrefix(output.realPath)
    else { return }
    throw UsageError(
      description:
        "--report '\(report)' is in the site's folder, which is replaced entirely; "
        + "name another folder")
  }

  /// Returns a path relative to the site's folder for a file, which may be given by its absolute
  /// path, as editors do.
  private static func name(_ path: String, below root: URL) -> String {
    let folder = root.standardizedFileURL.path
    let path = path.hasPrefix("/") ? URL(filePath: path).standardizedFileURL.path : path
    return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// Returns the path of a site in the repository that GitHub checked out to `GITHUB_WORKSPACE`;
  /// empty elsewhere.
  private static func folderInRepository(of root: String) -> String {
    guard let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"],
      workspace.hasPrefix("/")
    else { return "" }
    let path = URL(filePath: root, directoryHint: .isDirectory).standardizedFileURL.path
    let repository = URL(filePath: workspace, directoryHint: .isDirectory).standardizedFileURL.path
    return path.hasPrefix(repository + "/") ? path.dropFirst(repository.count + 1) + "/" : ""
  }

  /// Writes the report in its format, and as text to standard error unless that has the format.
  private func write(_ report: BuildReport, seconds: Double) throws {
    try writeFormatted(report, seconds: seconds, folder: root)
    if reportPath == nil, format != .text { return }
    let text = DiagnosticText(files: report.sources, usesColour: Terminal.usesColour)
    for diagnostic in report.diagnostics { Terminal.write(text.text(of: diagnostic)) }
    for remark in report.remarks { Terminal.note(remark) }
  }

  /// Writes the report in its format: to its file, or if it is for programs to standard error.
  ///
  /// - Parameter folder: the folder that the report's paths start from.
  private func writeFormatted(_ report: BuildReport, seconds: Double, folder: String) throws {
    func formatted() -> String {
      report.text(
        as: format, seconds: seconds, folder: Self.folderInRepository(of: folder))
    }
    if let path = reportPath {
      try EnvironmentError.whileWriting("the report '\(path)'") {
        try Data(formatted().utf8).write(to: URL(filePath: path))
      }
    } else if format != .text {
      Terminal.writeCommands(formatted())
    }
  }
}

extension CommandLineParser {
  mutating func buildCommand(writes: Bool) throws -> BuildCommand {
    var command = BuildCommand()
    command.writes = writes
    try parse(BuildCommand.options, of: &command)
    if command.updatesOutputs, !writes {
      throw UsageError(
        description: "'--update' writes documents; use it with '\(CommandName.docgen) build'")
    }
    if command.updatesOutputs, !command.runsSamples {
      throw UsageError(description: "'--update' needs samples to run; leave out '--no-samples'")
    }
    return command
  }

  fileprivate mutating func shard() throws -> BuildSelection.Shard {
    let text = try value()
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let shard = BuildSelection.Shard(number, of: count)
    else {
      throw UsageError(
        description: "'--shard' takes a part and how many there are, such as '1/4', not '\(text)'")
    }
    return shard
  }

  fileprivate mutating func cache() throws -> URL {
    let text = try value()
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      let host = url.host()
    else {
      throw UsageError(
        description: "'--remote-cache' takes an address that begins with 'http://' or 'https://', "
          + "not '\(text)'")
    }
    guard scheme == "https" || Self.isLoopback(host) else {
      throw UsageError(
        description: "'--remote-cache' needs 'https://', for anybody on the way to '\(host)' could "
          + "change what samples run; 'http://' is for 'localhost', '127.0.0.1' and '[::1]'")
    }
    return url
  }

  private static func isLoopback(_ host: String) -> Bool {
    ["localhost", "::1", "[::1]"].contains(host.lowercased())
      || host.wholeMatch(of: /127\.\d+\.\d+\.\d+/) != nil
  }

  fileprivate mutating func address() throws -> String {
    let text = try value()
    if let rule = SiteConfiguration.rule(violatedByBaseURL: text) {
      throw UsageError(description: "'--base-url' takes \(rule), not '\(text)'")
    }
    return text.hasSuffix("/") ? text : text + "/"
  }
}
