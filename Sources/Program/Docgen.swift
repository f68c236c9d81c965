import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// docgen as a part of a program.
public struct Docgen: Sendable {
  /// The modules that samples import without configuration, and the program that they run in.
  let lab: LabPackage

  /// Runs docgen with this program's arguments, and ends the program.
  ///
  /// Samples run in this program, too, so they can import every module in it.
  public static func main() async -> Never {
    exit(
      await Docgen(lab: .hostedByThisProgram).run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs docgen in the program `docgen`, and returns the exit status.
  package static func run(_ arguments: [String]) async -> Int32 {
    await Docgen(lab: .ofThisProgram).run(arguments)
  }

  /// The exit statuses.
  enum Status {
    static let fine: Int32 = 0
    static let documents: Int32 = 1
    static let usage: Int32 = 2
    static let environment: Int32 = 3
  }

  /// Runs the command in the arguments after the program's name.
  private func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try CommandLineParser.parse(arguments) {
      case .help: print(Usage.text)
      case .completions(let completions): print(completions.script, terminator: "")
      case .version: print("docgen \(Usage.version)")
      case .build(let arguments): return try await build(arguments)
      case .adopt(let arguments): return try await AdoptCommand(arguments).run(in: self)
      case .serve(let arguments): return try await serve(arguments)
      case .samples(let arguments):
        return try await SamplesCommand(arguments, in: self).run()
      case .lab(let arguments): return try await LabServer(arguments).run()
      case .initialize(let path): return try await InitCommand(path).run()
      case .new(let command): return try await command.run()
      case .doctor(let path): return try await DoctorCommand(path).run(in: self)
      }
      return Status.fine
    } catch let error as EmptySelection {
      Terminal.error("docgen: \(error)")
      return Status.usage
    } catch let error as UsageError {
      Terminal.error("docgen: \(error)\nRun 'docgen help' for the options.")
      return Status.usage
    } catch let error as DocumentedPackage.BuildFailure {
      Terminal.error(
        "docgen: \(error)\n'docgen build --no-samples' needs no package, if 'site.yml' has no 'reference'."
      )
      return Status.environment
    } catch {
      Terminal.error("docgen: \(error.userDescription)")
      return Status.environment
    }
  }

  private func build(_ arguments: BuildArguments) async throws -> Int32 {
    let start = ContinuousClock.now
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
    // If this build ends before its report, the last one's would be taken for it. It may be a device.
    if let path = arguments.report,
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type],
      type as? FileAttributeType == .typeRegular
    {
      unlink(path)
    }
    options.baseURL = arguments.baseURL
    options.isStrict = arguments.isStrict
    options.runsSamples = arguments.runsSamples
    options.selection = arguments.selection
    options.selection.only = arguments.selection.only.map { Self.name($0, below: root) }
    options.updatesOutputs = arguments.updatesOutputs
    options.usesRecord =
      arguments.report == nil && arguments.format == .text && !arguments.showsTimes
    let documented = try Self.package(named: arguments.package, for: options)
    let builder = try SiteBuilder(
      options: options, package: lab,
      library: try await library(of: documented, isQuiet: arguments.isQuiet), jobs: arguments.jobs,
      remoteCache: arguments.remoteCache, confinement: arguments.confinement)
    let progress = ProgressLine(
      on: arguments.isQuiet ? .nowhere : Terminal.isInteractive ? .terminal : .output,
      passingOver: arguments.updatesOutputs ? [.outputDiffers] : [])
    let report = try await builder.build(onEvent: progress.show) { update in
      progress.clear()
      Terminal.write(
        "\(update.location): update: what '\(update.sample.name)' prints\n"
          + "\(update.difference.showingControls)\n")
    }
    progress.clear()
    let seconds = (ContinuousClock.now - start).seconds
    try Self.writeReport(report, arguments: arguments, seconds: seconds)
    if !arguments.isQuiet {
      if arguments.showsTimes || Terminal.isInteractive { print(report.times(), terminator: "") }
      if report.changes != nil, let weight = report.weight { print(weight) }
      let word = report.isGood ? (arguments.writes ? "built" : "checked") : "failed"
      print("\(word): \(report.summary(seconds: seconds))")
    }
    return report.isGood ? Status.fine : Status.documents
  }

  /// Whether this program contains the modules of the documented package.
  private var isHost: Bool { lab.isHostedElsewhere }

  /// Builds the modules of the package that a site documents.
  func library(
    of documented: DocumentedPackage?, isQuiet: Bool = false
  ) async throws -> ModuleLibrary? {
    guard let documented, !isHost else { return nil }
    // It takes up to a minute.
    if !documented.isBuilt, !isQuiet { Terminal.error("building the libraries of the package") }
    return try await documented.build()
  }

  /// Returns the package that a site documents: the named one, the one in the site's folder, or the
  /// one in the current folder if the site is below that.
  static func package(named path: String?, ofSiteAt root: URL) throws -> DocumentedPackage? {
    let here = URL(filePath: ".", directoryHint: .isDirectory)
    let isBelow = realPath(root).hasPrefix(realPath(here))
    let candidates =
      path.map { [URL(filePath: $0, directoryHint: .isDirectory)] } ?? [root]
      + (isBelow ? [here] : [])
    if let folder = candidates.first(where: DocumentedPackage.exists) {
      return try DocumentedPackage(at: folder, forSiteAt: root)
    }
    guard let path else { return nil }
    throw UsageError(description: "there is no package in '\(path)'; name the folder of a manifest")
  }

  /// Returns the package that a site documents, if a build needs its modules.
  private static func package(
    named path: String?, for options: SiteBuilder.Options
  ) throws -> DocumentedPackage? {
    let package = try package(named: path, ofSiteAt: options.root)
    return options.needsLibrary ? package : nil
  }

  /// Throws if an output path is in a folder of sources.
  private static func refuse(
    _ path: String?, of option: String, amongSourcesIn root: URL
  ) throws(UsageError) {
    guard let path else { return }
    let written = realPath(URL(filePath: path))
    for folder in ["content", "Samples", "templates"]
    where written.hasPrefix(realPath(root.appending(path: folder))) {
      throw UsageError(
        description:
          "\(option) '\(path)' is in '\(folder)', which docgen only reads; name another path")
    }
  }

  /// Throws if the report is in the site's folder, which each build replaces.
  private static func refuse(_ report: String?, in output: URL?) throws(UsageError) {
    guard let report, let output,
      realPath(URL(filePath: report)).hasPrefix(realPath(output))
    else { return }
    throw UsageError(
      description:
        "--report '\(report)' is in the site's folder, which is replaced entirely; "
        + "name another folder")
  }

  /// Returns a path without links, with `/` at the end.
  private static func realPath(_ url: URL) -> String {
    url.standardizedFileURL.resolvingSymlinksInPath().path + "/"
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

  /// Writes the report: to a file in its format, or to standard error.
  private static func writeReport(
    _ report: BuildReport, arguments: BuildArguments, seconds: Double
  ) throws {
    func formatted() -> String {
      report.text(
        as: arguments.format, seconds: seconds, folder: folderInRepository(of: arguments.root))
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
      return
    }
    let text = DiagnosticText(files: report.sources, usesColour: Terminal.usesColour)
    for diagnostic in report.diagnostics { Terminal.write(text.text(of: diagnostic)) }
    for remark in report.remarks { Terminal.error("docgen: note: \(remark)") }
  }

  /// Builds and serves the site, and builds it again after each change of a file, until the process
  /// ends.
  private func serve(_ arguments: ServeArguments) async throws -> Int32 {
    let root = URL(filePath: arguments.root, directoryHint: .isDirectory)
    let folder = root.appending(path: ".build/docgen/preview")
    let site = PreviewSite(SiteWriter(output: folder))
    let server = try PreviewServer(site: site, host: arguments.host, port: arguments.port)
    var options = SiteBuilder.Options(root: root, output: folder)
    options.isPreview = true
    options.runsSamples = arguments.runsSamples
    let documented = try Self.package(named: arguments.package, for: options)
    let builder = try SiteBuilder(
      options: options, package: lab, library: try await library(of: documented),
      confinement: arguments.confinement)
    let hasContent = FileManager.default.fileExists(atPath: root.appending(path: "content").path)
    let folders =
      (hasContent ? ["content", "templates", "Samples"] : ["."]).map { root.appending(path: $0) }
      + (documented.map { [$0.folder.appending(path: "Sources")] } ?? [])
    var watcher = FolderWatcher(folders: folders)
    // The package manager, if its plugin started docgen.
    let parent = ProcessInfo.processInfo.environment["DOCGEN_PARENT"].flatMap { pid_t($0) }
    var seen = watcher.snapshot()
    let files = try await rebuild(builder, site: site)
    watcher.watch(files.map { root.appending(path: $0) }, seen: &seen)
    let name = arguments.host.contains(":") ? "[\(arguments.host)]" : arguments.host
    Terminal.say("serving http://\(name):\(server.port)/ (end with Ctrl-C)")
    while true {
      let before = seen
      seen = try await watcher.change(since: seen) {
        try await Task.sleep(for: .milliseconds(150))
        if let parent, getppid() != parent { exit(Status.fine) }
      }
      do {
        let edited = FolderWatcher.changes(from: before, to: seen, below: root)
        // At the same address as before.
        _ = try await library(of: documented)
        let files = try await rebuild(builder, site: site, first: edited)
        watcher.watch(files.map { root.appending(path: $0) }, seen: &seen)
      } catch {
        // A file that can't be read at the moment is no reason to end the preview.
        Terminal.error("docgen: \(error.userDescription)")
        await site.show(problems: "docgen: \(error.userDescription)")
      }
    }
  }

  /// Builds the site; edited files come first, and their problems are reported as they are found.
  ///
  /// - Returns: the paths of the text files that it read; some may be outside of the watched folders.
  private func rebuild(
    _ builder: SiteBuilder, site: PreviewSite, first: Set<String> = []
  ) async throws -> [String] {
    let start = ContinuousClock.now
    let report = try await builder.build(
      first: first, onEvent: ProgressLine(on: .output).show)
    let text = DiagnosticText(files: report.sources)
    let problems = report.diagnostics.map { text.text(of: $0) }.joined()
    Terminal.write(problems)
    // Remarks on the machine are the same in every later build.
    if first.isEmpty { for remark in report.remarks { Terminal.error("docgen: note: \(remark)") } }
    let seconds = (ContinuousClock.now - start).seconds
    Terminal.say("\(report.isGood ? "built" : "failed"): \(report.summary(seconds: seconds))")
    if report.isGood {
      await site.show()
    } else {
      await site.show(problems: problems)
    }
    return Array(report.sources.keys)
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
