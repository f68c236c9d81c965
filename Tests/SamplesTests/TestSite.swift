import DocModel
import Foundation
import Ground
import Processes
import TestSupport

@testable import Samples

/// Where the tests find what the package built, and folders of their own.
struct TestSite {
  /// The folder of built products.
  static let products: URL = {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The folder of cases.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "docgen-test-\(UUID().uuidString)")
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
  func environment(confinedBy confinement: Confinement) -> SampleEnvironment {
    var result = environment
    switch confinement {
    case .bubblewrap: break
    case .landlock:
      // Where bubblewrap isn't installed.
      result.compiler = result.searchPath.split(separator: ":").map { "\($0)/swiftc" }
        .first(where: FileManager.default.isExecutableFile)
      result.searchPath = "/nowhere"
    case .none: result.confinement = .off
    }
    return result
  }

  /// The samples of a case.
  static func samples(of name: String) throws -> [Sample] {
    let file = fixtures.appending(path: "\(name)/guide.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return MarkdownSamples(file: "\(name)/guide.md", text: text, setups: try setups(of: name))
      .samples
  }

  /// The files of a case's folder `setup`, by name.
  private static func setups(of name: String) throws -> [String: Sample.Setup] {
    let folder = fixtures.appending(path: "\(name)/setup")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var setups: [String: Sample.Setup] = [:]
    for file in names {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.removeLast()
      setups[file] = Sample.Setup(file: "Samples/setup/\(file)", lines: lines)
    }
    return setups
  }

  /// The names of all cases.
  static var cases: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []).sorted()
  }
}

/// Samples written into a test.
func samples(_ text: String, file: String = "page.md") -> [Sample] {
  MarkdownSamples(file: file, text: text).samples
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
