import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// A folder for the samples of a test, which exists as long as a copy of this does.
struct TestSite {
  private let files: DocgenTestSupport.TemporaryFolder

  var folder: URL { files.url }

  init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    files = try DocgenTestSupport.TemporaryFolder(in: parent)
  }

  func write(_ text: String, to path: String) throws { try files.write(text, to: path) }

  var environment: SampleEnvironment {
    var result = SampleEnvironment(
      host: BuiltProducts.folder.appending(path: "SampleHostFixture").path,
      bareHost: BuiltProducts.folder.appending(path: "docgen-host").path,
      cacheFolder: folder.appending(path: "cache").path,
      sharedModules: BuiltProducts.folder.appending(path: "docgen-modules").path,
      moduleFolders: [BuiltProducts.folder.appending(path: "Modules").path])
    result.searchPath = SearchPath.usable
    return result
  }

  /// The same with samples confined in this way, where that can be had.
  func environment(confinedBy confinement: Confinement) throws -> SampleEnvironment {
    var result = environment
    switch confinement {
    case .bubblewrap: break
    case .landlock:
      // Where bubblewrap isn't installed.
      let compiler = Command.programs(named: "swiftc", in: result.searchPath).first
      result.searchPath = try toolFolder(withCompiler: compiler ?? "")
    case .none: result.confinement = .off
    }
    return result
  }

  /// Creates a folder with nothing but a link `swiftc` to a program, and returns its path.
  func toolFolder(withCompiler program: String) throws -> String {
    let tools = folder.appending(path: "tools").path
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(tools)/swiftc", withDestinationPath: program)
    return tools
  }

  /// Compiles a module from a file of its name, and adds its interface to a folder.
  func compile(
    _ module: String, _ source: String, to folder: String, _ options: [String] = []
  ) async throws {
    try write(source, to: "\(folder)/\(module).swift")
    let result = try await SystemProcesses().run(
      Command(
        .compilation, executable: "/usr/bin/env",
        arguments: [
          "env", "swiftc", "-emit-module", "-module-name", module, "-parse-as-library",
          "\(module).swift", "-I", ".", "-emit-module-path", "\(module).swiftmodule",
        ] + options,
        environment: ProcessInfo.processInfo.environment,
        directory: self.folder.appending(path: folder).path))
    try #require(
      result.ending == .exited(0), "\(String(decoding: result.errorOutput, as: UTF8.self))")
  }

  /// The samples of a case, whose other inputs are the files that `setup=` names.
  static func samples(of fixture: Fixture) throws -> [Sample] {
    let setups = fixture.inputs.dropFirst().map {
      (name: $0.name, text: fixture.text($0.name) ?? "")
    }
    return SamplesTests.samples(
      try #require(fixture.text()), file: "\(fixture.name).md", setups: setups)
  }
}

/// Reads the samples of a Markdown page as `docgen` does.
func samples(
  _ text: String, file: String = "page.md", setups: [(name: String, text: String)] = []
) -> [Sample] {
  let files = setups.map { name, text in
    SourceFile(path: "\(SampleContext.setupFolder)/\(name)", text: text)
  }
  let context = SampleContext(
    fixtures: ["a": { _ in [] }, "gateway": { _ in [] }],
    sampleFiles: files)
  let (document, diagnostics) = DocumentParser(context: context)
    .parse(SourceFile(path: file, text: text))
  let problems = diagnostics.filter { $0.severity == .error && $0.id != .sampleWithoutCode }
  #expect(problems.isEmpty)
  return document.samples
}

/// Starts other programs instead of some.
struct ReplacedProcesses: ProcessLauncher {
  /// Changes a command.
  let change: @Sendable (inout Command) -> Void

  func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?
  ) async throws -> CommandResult {
    var command = command
    change(&command)
    return try await SystemProcesses().run(command, onLine: onLine)
  }

  /// Runs a script instead of each worker of the compiler.
  static func workers(_ script: String) -> ReplacedProcesses {
    ReplacedProcesses { command in
      guard command.purpose == .compilations else { return }
      command.executable = "/bin/sh"
      command.arguments = ["sh", "-c", script]
    }
  }
}

/// Passes processes on and counts them by their purpose.
final class CountingProcesses: ProcessLauncher {
  private let counter = Counter()

  private actor Counter {
    var counts: [Command.Purpose: Int] = [:]

    func add(_ purpose: Command.Purpose) { counts[purpose, default: 0] += 1 }
  }

  func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?
  ) async throws -> CommandResult {
    await counter.add(command.purpose)
    return try await SystemProcesses().run(command, onLine: onLine)
  }

  var counts: [Command.Purpose: Int] {
    get async { await counter.counts }
  }
}

extension SampleOutcome {
  /// Everything about it, one fact a line.
  var dump: String {
    var lines = ["\(id.name): \(result)" + (isLinkedAlone ? ", linked alone" : "")]
    lines += TestDump.block("out", output) + TestDump.block("err", errorOutput)
    lines += TestDump.block("failure", failure)
    for diagnostic in diagnostics {
      lines.append(
        "\(diagnostic.location): \(diagnostic.severity): \(diagnostic.message.text) "
          + "[\(diagnostic.id.rawValue)]")
      lines += diagnostic.notes.flatMap { note in
        TestDump.lines("note", note.location.map { "\($0): \(note.text)" } ?? note.text)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

private enum TestDump {
  static func block(_ name: String, _ text: String) -> [String] {
    lines(name, Abridgement.problem.text(of: text))
  }

  /// The lines of a text that is as short already as readers see it.
  static func lines(_ name: String, _ text: String) -> [String] {
    // The runtime names lines of its own source, which are other ones in each release.
    let shown = text.replacing(/Swift\/\w+\.swift:\d+/, with: "[RUNTIME]")
      // How far a program came before it ended is another thing.
      .replacing(/\(\d+ more lines\)/, with: "(more lines)")
    var lines = OutputPattern.lines(of: shown)
      .map { $0.replacing("\r", with: "\\r") }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "\(name)|" : "\(name)| \($0)" }
  }
}
