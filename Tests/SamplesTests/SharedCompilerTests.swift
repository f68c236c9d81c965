import DocModel
import Foundation
import TestSupport
import Testing

@testable import Samples

/// Samples that are compiled in one process, beside those that have a compiler each.
@Suite(.fewAtOnce) struct SharedCompilerTests {
  /// Of all kinds, none of which the compiler has anything to say about.
  private static let silent = """
    ```swift runnable
    print("one")
    ```

    ```swift runnable
    import Foundation

    struct Trip: Codable { var city: String }
    extension Trip { var title: String { "\\(city) at \\(#line) in \\(#fileID) of \\(#filePath)" } }
    let trip = try JSONDecoder().decode(Trip.self, from: Data(#"{"city": "Faro"}"#.utf8))
    try await Task.sleep(for: .microseconds(1))
    print(trip.title)
    ```

    ```swift runnable
    import struct SampleFixtureKit.Session
    import Observation

    @Observable final class Model { var user = "é" }
    print(Session(user: Model().user), "a1b".firstMatch(of: /[0-9]/)!.output)
    ```

    ```swift runnable
    import SampleFixtureKit

    extension Session: @retroactive CustomStringConvertible {
      public var description: String { "mine: \\(user)" }
    }
    infix operator <+>: AdditionPrecedence
    func <+> (left: Int, right: Int) -> Int { left + right }
    print(Session(user: "a"), 1 <+> 2)
    ```

    ```swift runnable
    @main actor Program {
      static func main() async { fatalError("ends") }
    }
    ```
    """

  private static let session = """
    ```swift session=a
    let first = 1
    ```

    ```swift session=a
    print(first)
    ```
    """

  private static let outspoken = """
    ```swift runnable
    let number: Int = "one"
    ```

    ```swift runnable
    func f() { let unused = 1 }
    ```
    """

  private func build(
    _ site: TestSite, _ page: String, with processes: any ProcessLauncher = SystemProcesses()
  ) async throws -> SampleReport {
    try await SampleEngine(environment: site.environment, processes: processes)
      .run(samples(page, file: "a page/gu ide.md"))
  }

  private func works(_ page: String) -> [SampleSource] {
    SampleProgram.programs(of: samples(page, file: "a page/gu ide.md")).enumerated()
      .map { SampleSource($1, module: "part\($0)") }
  }

  private func use(_ site: TestSite) async throws -> SampleBuild {
    let cache = SampleCache(folder: site.environment.cacheFolder, remote: nil)
    return try await SampleBuild(
      environment: site.environment, processes: SystemProcesses(), cache: cache, rerunning: [],
      onEvent: nil)
  }

  private func results(
    _ build: SampleBuild, _ sources: [SampleSource]
  ) async throws -> [SharedCompiler.Result] {
    let imports = try await ImportedModules(
      of: sources, build.compiler,
      atOnce: { try await build.concurrently($0, atOnce: 2, $1) })
    return try await #require(build.shared).compile(sources, imports)
  }

  @Test func givesTheObjectsThatACompilerEachGives() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let build = try await use(site)
    let sources = works(Self.silent + "\n\n" + Self.session)
    #expect(sources.count == 6)
    for (source, result) in zip(sources, try await results(build, sources)) {
      let folder = try WorkingFolder(in: site.folder.path, named: "alone")
      let alone = try await build.compiler.compile(source, in: folder)
      #expect(alone.messages.isEmpty && alone.object != nil)
      guard case .compiled(let compiled, _) = result else {
        Issue.record("\(source.module) is not compiled")
        continue
      }
      let isSame = compiled == alone  // Shown otherwise, the objects would fill the log.
      #expect(isSame, "\(source.module)")
      let usesKit = source.text.contains("SampleFixtureKit")
      #expect(compiled.dependencies.isEmpty != usesKit)
    }
  }

  @Test func leavesToOthersWhatThereIsSomethingToSayAbout() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let results = try await results(try await use(site), works(Self.outspoken + "\n" + Self.silent))
    for (index, result) in results.enumerated() {
      switch result {
      case .unclear: #expect(index < 2)
      case .compiled: #expect(index >= 2)
      case .lost: Issue.record("\(index) is lost")
      }
    }
    let report = try await build(site, Self.outspoken + "\n" + Self.silent)
    #expect(report.summary.compiledAlone == 0)
    #expect(report.outcomes[0].diagnostics.map(\.id) == [.compileError])
    #expect(report.outcomes[1].diagnostics.map(\.severity) == [.warning])
  }

  @Test func whatItsEndLeavesUndoneIsCompiledAloneAndCounted() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let whole = try await build(site, Self.silent)
    let other = try TestSite()
    defer { other.remove() }
    let cut = try await build(other, Self.silent, with: DyingCompilers())
    #expect(whole.summary.compiledAlone == 0)
    // Five samples in two processes.
    #expect(cut.summary.compiledAlone == 3)
    #expect(cut.outcomes.map(\.dump) == whole.outcomes.map(\.dump))
    #expect(cut.summary.compiled == whole.summary.compiled)
  }

  /// Each ends after an answer and a half.
  private struct DyingCompilers: ProcessLauncher {
    func run(_ command: Command) async throws -> CommandResult {
      var result = try await SystemProcesses().run(command)
      guard command.purpose == .compilations else { return result }
      let first = result.output.prefix { $0 != UInt8(ascii: "\n") }
      result.output = first + Array("\n1 sil".utf8)
      result.ending = .signalled(11)
      return result
    }
  }

  @Test(arguments: 1...60) func batchesAreAllThatThereIs(_ count: Int) {
    for workers in 1...4 {
      let batches = SampleBuild.batches(of: Array(0..<count), workers: workers)
      #expect(Array(batches.joined()) == Array(0..<count))
      #expect(batches.allSatisfy { 1...16 ~= $0.count })
    }
  }

  @Test(
    arguments: [
      ("import Kit", ["Kit"]), ("@testable import struct Kit.Part", ["Kit"]),
      ("import\n  /* the */ `Kit`", ["Kit"]), ("print(Kit.self)", []), ("import KitPart", []),
      ("public import Other; import Kit", ["Kit", "Other"]), ("importer(Kit)", []),
    ])
  func importsAreFound(_ code: String, _ expected: [String]) {
    let source = works("```swift runnable\n\(code)\n```\n")[0]
    #expect(ImportedModules.imports(source, among: ["Kit", "Other"]).sorted() == expected)
  }

  @Test func anAnswerThatIsNotWholeIsNone() {
    let answer = CompilerHost.Answer(index: 3, isSilent: true, time: .milliseconds(12))
    #expect(answer.line == "3 silent 12000\n")
    #expect(CompilerHost.Answer(answer.line.dropLast()) == answer)
    for line in ["", "3", "3 silent", "x silent 1", "3 silent x", "3 silent 1 2"] {
      #expect(CompilerHost.Answer(Substring(line)) == nil)
    }
  }
}
