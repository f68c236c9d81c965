import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// Lists, runs and exports the programs of a site's gallery.
struct SamplesCommand {
  private let arguments: SamplesArguments
  private let builder: SiteBuilder
  private let documented: DocumentedPackage?

  init(_ arguments: SamplesArguments, in docgen: Docgen) async throws {
    self.arguments = arguments
    let root = URL(filePath: arguments.root, directoryHint: .isDirectory)
    documented = try Docgen.package(named: nil, ofSiteAt: root)
    var library: ModuleLibrary?
    if case .run = arguments.action {
      library = try await docgen.library(of: documented)
    }
    builder = try SiteBuilder(
      options: SiteBuilder.Options(root: root, output: nil), package: docgen.lab,
      library: library,
      confinement: arguments.confinement)
  }

  /// Does what the arguments ask for, and returns the exit status.
  func run() async throws -> Int32 {
    let programs = try builder.programs()
    switch arguments.action {
    case .list: list(programs)
    case .run(let name): return try await run(try program(name, among: programs))
    case .export(let name, let folder):
      try await export(try program(name, among: programs), to: folder)
    }
    return Docgen.Status.fine
  }

  private func list(_ programs: [GalleryProgram]) {
    let width = programs.map(\.name.count).max() ?? 0
    let titleWidth = programs.map(\.title.count).max() ?? 0
    for program in programs {
      let name = program.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let title = program.title.padding(toLength: titleWidth, withPad: " ", startingAt: 0)
      print("\(name)  \(title)  \(program.tags.joined(separator: ", "))")
    }
  }

  private func run(_ program: GalleryProgram) async throws -> Int32 {
    let outcome = try await builder.run(program)
    print(outcome.output, terminator: "")
    let text = DiagnosticText(
      files: [program.path: program.file], usesColour: Terminal.usesColour)
    for diagnostic in outcome.diagnostics { Terminal.write(text.text(of: diagnostic)) }
    return outcome.result == .failed ? Docgen.Status.documents : Docgen.Status.fine
  }

  private func export(_ program: GalleryProgram, to path: String) async throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let present = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard present?.isEmpty ?? !FileManager.default.fileExists(atPath: folder.path) else {
      throw UsageError(description: "'\(path)' isn't an empty folder; name a new one")
    }
    let files = try await builder.package(of: program, using: documented)
    do {
      for file in files {
        let target = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: target)
      }
    } catch {
      throw EnvironmentError.unwritable(what: "'\(path)'", reason: error.systemReason)
    }
    print("exported \(program.name) to '\(path)'; run it there with 'swift run'")
  }

  private func program(
    _ name: String, among programs: [GalleryProgram]
  ) throws(UsageError) -> GalleryProgram {
    if let program = programs.first(where: { $0.name == name }) { return program }
    let way =
      Suggestion.nearest(to: name, among: programs.map(\.name)).map { "did you mean '\($0)'?" }
      ?? "'\(CommandName.docgen) samples list' prints the names"
    throw UsageError(description: "no program is called '\(name)'; \(way)")
  }
}
