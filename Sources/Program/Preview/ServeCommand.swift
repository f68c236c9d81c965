import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// `docgen serve`: shows the site while its author edits it.
struct ServeCommand: Subcommand {
  var root = "."
  var package: String?
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var runsSamples = true
  var confinement = ConfinementPolicy.auto

  static let options = [
    Option("--root", .folder) { $0.root = try $1.value() },
    Option("--package-path", .folder) { $0.package = try $1.value() },
    Option("--host", .text) { $0.host = try $1.value() },
    Option("--port", .text) { $0.port = try $1.port() },
    Option("--no-samples") { $0.runsSamples = try !$1.flag() },
    Option("--confine", choosing: "confinement", \.confinement),
  ]

  /// Builds and serves the site, and builds it again after each change of a file, until the process
  /// ends.
  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let root = URL(filePath: root, directoryHint: .isDirectory)
    let folder = root.appending(path: ".build/docgen/preview")
    let site = PreviewSite(SiteWriter(output: folder))
    let server = try PreviewServer(site: site, host: host, port: port)
    var options = SiteBuilder.Options(root: root, output: folder)
    options.isPreview = true
    options.runsSamples = runsSamples
    let documented = try Docgen.package(named: package, for: options)
    let hasContent = FileManager.default.fileExists(atPath: root.appending(path: "content").path)
    let folders =
      (hasContent ? ["content", "templates", "Samples"].map { root.appending(path: $0) } : [root])
      + (documented.map { [$0.folder.appending(path: "Sources")] } ?? [])
    // A build of the site isn't an edit.
    var watcher = FolderWatcher(folders: folders, except: root.appending(path: "site"))
    // The package manager, if its plugin started docgen.
    let parent = ProcessInfo.processInfo.environment["DOCGEN_PARENT"].flatMap { pid_t($0) }
    var seen = watcher.snapshot()
    if let documented {
      watcher.watch([documented.folder.appending(path: "Package.swift").path], seen: &seen)
    }
    var printed = Printed()
    let files = try await rebuild(
      options, of: documented, site: site, in: docgen, printed: &printed)
    watcher.watch(files, seen: &seen)
    let name = host.contains(":") ? "[\(host)]" : host
    Terminal.say("serving http://\(name):\(server.port)/ (end with Ctrl-C)")
    while true {
      var start = ContinuousClock.now
      seen = try await watcher.change(since: seen) {
        // Ten times as long as the last look took, so that an idle preview leaves processors alone.
        try await Task.sleep(for: max(.milliseconds(150), (ContinuousClock.now - start) * 10))
        start = .now
        if let parent, getppid() != parent { exit(Docgen.Status.fine.rawValue) }
      }
      do {
        let edited = seen.newest.compactMap { file in
          file.hasPrefix(root.realPath) ? String(file.dropFirst(root.realPath.count)) : nil
        }
        let files = try await rebuild(
          options, of: documented, site: site, in: docgen, printed: &printed, first: Set(edited))
        watcher.watch(files, seen: &seen)
      } catch {
        // A file that can't be read at the moment is no reason to end the preview.
        Terminal.error("docgen: \(error.userDescription)")
        await site.show(problems: "docgen: \(error.userDescription)")
      }
    }
  }

  /// The warnings, hints and notes of a build, which the next one doesn't print again.
  private struct Printed {
    private var warnings: Set<Diagnostic> = []
    private var remarks: Set<String> = []

    /// Prints all errors, and the others that the last build didn't print.
    mutating func write(_ problems: [Diagnostic], as text: DiagnosticText, remarks: [String]) {
      let new = problems.filter { !warnings.contains($0) }
      Terminal.write(new.map { text.text(of: $0) }.joined())
      warnings = Set(problems.filter { $0.severity != .error })
      let old = problems.count - new.count
      if old > 0 { Terminal.note("\(old.counting("earlier problem")) not repeated") }
      for remark in remarks where !self.remarks.contains(remark) {
        Terminal.note(remark)
      }
      self.remarks = Set(remarks)
    }
  }

  /// Builds the package and the site; edited files come first, and their problems are reported as
  /// they are found.
  ///
  /// While the package doesn't build, no sample runs, and the package's problems come first.
  ///
  /// - Parameter printed: what the last build printed; then what this one did.
  /// - Returns: the text files that it read; some may be outside of the watched folders.
  private func rebuild(
    _ options: SiteBuilder.Options, of documented: DocumentedPackage?, site: PreviewSite,
    in docgen: Docgen, printed: inout Printed, first: Set<String> = []
  ) async throws -> [String] {
    let start = ContinuousClock.now
    var options = options
    let library: ModuleLibrary?
    var failure: DocumentedPackage.BuildFailure?
    do {
      library = try await docgen.library(of: documented)
    } catch let error as DocumentedPackage.BuildFailure {
      failure = error
      library = documented?.lastLibrary
      options.runsSamples = false
      options.hasBrokenPackage = true
    }
    let builder = try SiteBuilder(
      options: options, package: docgen.lab, library: library,
      confinement: confinement)
    var report = try await builder.build(
      first: first, onEvent: ProgressLine(onTerminal: false).show)
    let files = report.sources.keys.map { options.root.realPath + $0 }
    if let failure {
      // The reference is that of the last library.
      report.diagnostics.removeAll { $0.id == .staleModule }
      report.diagnostics = failure.diagnostics + report.diagnostics
      report.sources.merge(failure.sources) { first, _ in first }
    }
    let text = DiagnosticText(files: report.sources)
    let messages = failure == nil ? report.diagnostics.map(\.message.text) : []
    let remarks = try await docgen.remarks(on: messages, of: documented)
    printed.write(report.diagnostics, as: text, remarks: report.remarks + remarks)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    Terminal.say("\(report.isGood ? "built" : "failed"): \(report.summary(seconds: seconds))")
    // A browser shows the beginning, which is what fails the build.
    let errors = report.diagnostics.filter { $0.severity == .error }
    let others = report.diagnostics.filter { $0.severity != .error }
    let problems = (errors + others).map { text.text(of: $0) }.joined()
    await site.show(
      problems: report.isGood ? nil : problems, isChanged: report.changes?.isEmpty == false)
    return files
  }
}
