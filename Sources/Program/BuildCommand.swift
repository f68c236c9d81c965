import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// `docgen build` and `docgen check`: verifies the samples, and writes the site.
struct BuildCommand {
  private let arguments: BuildArguments

  init(_ arguments: BuildArguments) { self.arguments = arguments }

  /// Builds the site, and returns the exit status.
  func run(in docgen: Docgen) async throws -> Int32 {
    let start = ContinuousClock.now
    let options = try options()
    removeLastReport()
    let documented = try Docgen.package(named: arguments.package, for: options)
    let library: ModuleLibrary?
    do {
      library = try await docgen.library(of: documented, isQuiet: arguments.isQuiet)
    } catch let failure as DocumentedPackage.BuildFailure {
      var report = BuildReport()
      report.diagnostics = failure.diagnostics
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      try writeFormatted(report, seconds: seconds, folder: failure.package)
      throw failure
    }
    let builder = try SiteBuilder(
      options: options, package: docgen.lab, library: library,
      jobs: arguments.jobs, remoteCache: arguments.remoteCache, confinement: arguments.confinement)
    let progress = ProgressLine(
      onTerminal: Terminal.isInteractive && !arguments.isQuiet,
      passingOver: arguments.updatesOutputs ? [.outputDiffers] : [])
    var report = try await builder.build(
      onEvent: arguments.isQuiet ? nil : progress.show
    ) { update in
      progress.clear()
      Terminal.write(
        "\(update.location): update: what '\(update.sample.name)' prints\n"
          + "\(update.difference.showingControls)\n")
    }
    progress.clear()
    report.remarks += try await docgen.remarks(on: report.diagnostics, of: documented)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    try write(report, seconds: seconds)
    if !arguments.isQuiet {
      if arguments.showsTimes || Terminal.isInteractive { print(report.times(), terminator: "") }
      if report.changes != nil, let weight = report.weight { print(weight) }
      let word = report.isGood ? (arguments.writes ? "built" : "checked") : "failed"
      print("\(word): \(report.summary(seconds: seconds))")
    }
    return report.isGood ? Docgen.Status.fine : Docgen.Status.documents
  }

  /// Returns the options of the build, after a check of what it would overwrite.
  private func options() throws(UsageError) -> SiteBuilder.Options {
    let root = URL(filePath: arguments.root, directoryHint: .isDirectory)
    try Self.refuse(arguments.report, of: "--report", amongSourcesIn: root)
    var options = SiteBuilder.Options(root: root, output: nil)
    if arguments.writes {
      options.output =
        arguments.output.map { URL(filePath: $0, directoryHint: .isDirectory) }
        ?? root.appending(path: "site", directoryHint: .isDirectory)
    }
    // The site's own folder may be a link.
    let isNamed = arguments.output != nil
    try Self.refuse(
      arguments.output ?? options.output?.path, of: isNamed ? "--output" : "the site",
      amongSourcesIn: root)
    try Self.refuse(arguments.report, in: options.output)
    options.baseURL = arguments.baseURL
    options.isStrict = arguments.isStrict
    options.runsSamples = arguments.runsSamples
    options.selection = arguments.selection
    options.selection.only = arguments.selection.only.map { Self.name($0, below: root) }
    options.updatesOutputs = arguments.updatesOutputs
    options.usesRecord =
      arguments.report == nil && arguments.format == .text && !arguments.showsTimes
    return options
  }

  /// Removes the last build's report, which would be taken for this one's if this build ends before
  /// its report.
  private func removeLastReport() {
    // It may be a device.
    guard let path = arguments.report,
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type],
      type as? FileAttributeType == .typeRegular
    else { return }
    unlink(path)
  }

  /// Throws if an output path is in a folder of sources.
  private static func refuse(
    _ path: String?, of option: String, amongSourcesIn root: URL
  ) throws(UsageError) {
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
  private static func refuse(_ report: String?, in output: URL?) throws(UsageError) {
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
    try writeFormatted(report, seconds: seconds, folder: arguments.root)
    if arguments.report == nil, arguments.format != .text { return }
    let text = DiagnosticText(files: report.sources, usesColour: Terminal.usesColour)
    for diagnostic in report.diagnostics { Terminal.write(text.text(of: diagnostic)) }
    for remark in report.remarks { Terminal.error("docgen: note: \(remark)") }
  }

  /// Writes the report in its format: to its file, or if it is for programs to standard error.
  ///
  /// - Parameter folder: the folder that the report's paths start from.
  private func writeFormatted(_ report: BuildReport, seconds: Double, folder: String) throws {
    func formatted() -> String {
      report.text(
        as: arguments.format, seconds: seconds, folder: Self.folderInRepository(of: folder))
    }
    if let path = arguments.report {
      do {
        try Data(formatted().utf8).write(to: URL(filePath: path))
      } catch {
        throw EnvironmentError.unwritable(
          what: "the report '\(path)'", reason: error.systemReason)
      }
    } else if arguments.format != .text {
      Terminal.writeCommands(formatted())
    }
  }
}
