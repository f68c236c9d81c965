import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Where the tests find what the package built, and folders of their own.
struct TestSite {
  /// The folder of built products.
  static let products: URL = {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  let folder: URL

  init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    folder = parent.appending(path: "docgen-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  var environment: SampleEnvironment {
    var result = SampleEnvironment(
      host: TestSite.products.appending(path: "SampleHostFixture").path,
      bareHost: TestSite.products.appending(path: "docgen-host").path,
      cacheFolder: folder.appending(path: "cache").path,
      sharedModules: TestSite.products.appending(path: "docgen-modules").path,
      moduleFolders: [TestSite.products.appending(path: "Modules").path])
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
