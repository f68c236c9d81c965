import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// Says what is missing for verified samples, and runs one.
struct DoctorCommand: Subcommand {
  private let root: URL

  init(_ path: String) {
    root = URL(filePath: path, directoryHint: .isDirectory)
  }

  /// Checks the machine and the package, and returns the exit status.
  func run(in docgen: Docgen) async throws -> Docgen.Status {
    guard FileManager.default.fileExists(atPath: root.path) else {
      throw UsageError(description: "there is no folder '\(root.relativePath)'")
    }
    let requirements = Requirement.all
    for requirement in requirements {
      let word = requirement.isThere ? "ok" : requirement.isOptional ? "better" : "missing"
      show(
        word, text: "\(requirement.name) \(requirement.purpose)",
        command: requirement.isThere ? nil : requirement.command)
    }
    if requirements.contains(where: { !$0.isThere && !$0.isOptional }) {
      return .environment
    }
    let documented = try Docgen.package(named: nil, ofSiteAt: root)
    // Only a package can depend on docgen's libraries; a copy of docgen without its sources has
    // none.
    let libraries =
      documented == nil ? nil : try? await docgen.lab.debianPackages(forSiteAt: root)
    for needs in libraries ?? [] {
      let servers = needs.withServers.joined(separator: " ")
      show(
        "library",
        text: "\(needs.product) needs \(needs.packages.joined(separator: " "))"
          + (servers.isEmpty ? "" : ", with servers \(servers)"))
    }
    let start = ContinuousClock.now
    let library = try await docgen.library(of: documented)
    let module = try await documented?.modules().first
    if library != nil {
      show("ok", text: "the package's libraries are built, in \(seconds(since: start)) s")
    } else if documented != nil, !docgen.lab.isHostedByThisProgram {
      show(
        "better",
        text: "the package has no library products, so samples import none of its modules")
    }
    return try await runSample(in: docgen.lab, importing: module, library: library)
  }

  /// Runs a sample of a line, which no cache knows.
  private func runSample(
    in lab: LabPackage, importing module: String?, library: ModuleLibrary?
  ) async throws -> Docgen.Status {
    var environment = try lab.environment(forSiteAt: root, jobs: nil)
    environment.library = library
    let lines = (module.map { ["import \($0)"] } ?? []) + ["print(\"works \(UUID().uuidString)\")"]
    let sample = Sample(
      id: SampleID(file: "doctor.md", name: "doctor"), file: "doctor.md",
      range: SourceRange(at: SourcePosition(line: 1, column: 1)),
      lines: lines.enumerated().map { Sample.Line(text: $1, number: $0 + 1) })
    let start = ContinuousClock.now
    let report = try await SampleEngine(environment: environment).run([sample])
    for remark in report.summary.remarks { show("better", text: remark) }
    let outcome = report.outcomes[0]
    guard outcome.result == .passed, outcome.output.hasPrefix("works") else {
      show("missing", text: "a sample doesn't run")
      for diagnostic in outcome.diagnostics {
        Terminal.write(DiagnosticText(files: [:]).text(of: diagnostic))
      }
      return .environment
    }
    let imported = module.map { " that imports \($0)" } ?? ""
    show(
      "ok",
      text: "a sample\(imported) compiles and runs in \(seconds(since: start)) s, confined by "
        + report.summary.confinement.rawValue)
    return .fine
  }

  private func seconds(since start: ContinuousClock.Instant) -> String {
    ((ContinuousClock.now - start) / .seconds(1)).text(decimals: 1)
  }

  private func show(_ word: String, text: String, command: String? = nil) {
    let padding = String(repeating: " ", count: max(1, 9 - word.count))
    print("\(word)\(padding)\(text)\(command.map { ": \($0)" } ?? "")")
  }
}
