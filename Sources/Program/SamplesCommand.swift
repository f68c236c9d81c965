import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// `docgen samples`: lists, runs and exports the programs of a site's gallery.
struct SamplesCommand: Subcommand {
  /// The action on the programs.
  enum Action {
    case list
    case run(String)
    case export(String, to: String)
  }

  var action: Action
  var root = "."
  var confinement = ConfinementPolicy.auto

  static let options = [
    rootOption,
    Option("--confine", choosing: "confinement", \.confinement),
  ]
  fileprivate static let rootOption = Option("--root", .folder) { $0.root = try $1.value() }

  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let root = URL(filePath: root, directoryHint: .isDirectory)
    let documented = try Docgen.package(named: nil, ofSiteAt: root)
    var library: ModuleLibrary?
    if case .run = action { library = try await docgen.library(of: documented) }
    let builder = try SiteBuilder(
      options: SiteBuilder.Options(root: root, output: nil), package: docgen.lab,
      library: library, confinement: confinement)
    let programs = try builder.programs()
    switch action {
    case .list: list(programs)
    case .run(let name): return try await run(program(name, among: programs), with: builder)
    case .export(let name, let folder):
      try await export(
        program(name, among: programs), of: documented, with: builder, to: folder)
    }
    return .fine
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

  private func run(
    _ program: GalleryProgram, with builder: SiteBuilder
  ) async throws -> Docgen.Status {
    let outcome = try await builder.run(program)
    print(outcome.output, terminator: "")
    let text = DiagnosticText(
      files: [program.path: program.file], usesColour: Terminal.usesColour)
    for diagnostic in outcome.diagnostics { Terminal.write(text.text(of: diagnostic)) }
    return outcome.result == .failed ? .documents : .fine
  }

  private func export(
    _ program: GalleryProgram, of documented: DocumentedPackage?, with builder: SiteBuilder,
    to path: String
  ) async throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let present = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard present?.isEmpty ?? !FileManager.default.fileExists(atPath: folder.path) else {
      throw UsageError(description: "'\(path)' isn't an empty folder; name a new one")
    }
    let files = try await builder.package(of: program, using: documented)
    try EnvironmentError.whileWriting("'\(path)'") {
      for file in files {
        let target = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: target)
      }
    }
    print("exported \(program.name) to '\(path)'; run it there with 'swift run'")
  }

  private func program(
    _ name: String, among programs: [GalleryProgram]
  ) throws -> GalleryProgram {
    if let program = programs.first(where: { $0.name == name }) { return program }
    let way =
      Suggestion.nearest(to: name, among: programs.map(\.name)).map { "did you mean '\($0)'?" }
      ?? "'\(CommandName.docgen) samples list' prints the names"
    throw UsageError(description: "no program is called '\(name)'; \(way)")
  }
}

extension CommandLineParser {
  mutating func samplesCommand() throws -> SamplesCommand {
    let action = try samplesAction()
    var command = SamplesCommand(action: action)
    let takesAll = if case .run = action { true } else { false }
    try parse(takesAll ? SamplesCommand.options : [SamplesCommand.rootOption], of: &command)
    return command
  }

  private mutating func samplesAction() throws -> SamplesCommand.Action {
    switch nextArgument() {
    case "list": return .list
    case "run":
      guard let name = nextArgument() else {
        throw UsageError(
          description: "'\(CommandName.docgen) samples run' needs the name of a program")
      }
      return .run(name)
    case "export":
      guard let name = nextArgument(), let folder = nextArgument() else {
        throw UsageError(
          description:
            "'\(CommandName.docgen) samples export' needs the name of a program and a folder")
      }
      return .export(name, to: folder)
    case let other?: throw unknown("action", named: other, among: ["list", "run", "export"])
    case nil:
      throw UsageError(
        description: "'\(CommandName.docgen) samples' needs 'list', 'run' or 'export'")
    }
  }
}
