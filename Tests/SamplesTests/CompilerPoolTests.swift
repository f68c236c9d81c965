import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocgenSamples

/// Samples that workers compile, compared with those that have a compiler each.
@Suite(.fewAtOnce) struct CompilerPoolTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

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
    ```swift runnable session=a
    let first = 1
    ```

    ```swift runnable session=a
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

  private func sources(_ page: String) -> [SampleSource] {
    SampleProgram.programs(of: samples(page, file: "a page/gu ide.md")).map(SampleSource.init)
  }

  private func steps() async throws -> BuildSteps {
    try await SampleEngine(environment: site.environment)
      .steps(with: ResultCache(folder: site.environment.cacheFolder))
  }

  /// What a pool of some processes makes of samples.
  private func results(
    _ steps: BuildSteps, _ sources: [SampleSource], processes: Int = 2
  ) async throws -> [CompilerPool.Result?] {
    let pool = try #require(steps.pool)
    return try await withThrowingTaskGroup(of: [(Int, CompilerPool.Result)].self) { group in
      group.addTask {
        try await pool.run()
        return []
      }
      for process in 0..<processes {
        group.addTask {
          var results: [(Int, CompilerPool.Result)] = []
          for index in stride(from: process, to: sources.count, by: processes) {
            results.append((index, try await pool.compile(sources[index])))
          }
          return results
        }
      }
      var results = [CompilerPool.Result?](repeating: nil, count: sources.count)
      for _ in 0..<processes {
        for (index, result) in try await group.next() ?? [] { results[index] = result }
      }
      group.cancelAll()
      return results
    }
  }

  @Test func givesTheObjectsThatACompilerEachGives() async throws {
    let steps = try await steps()
    let sources = sources(Self.silent + "\n\n" + Self.session)
    #expect(sources.count == 6)
    for (source, result) in zip(sources, try await results(steps, sources)) {
      let folder = try DocgenProcesses.TemporaryFolder(in: site.folder.path, named: "alone")
      let alone = try await steps.compiler.compile(source, in: folder)
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

  @Test func leavesToTheCompilerWhatItHasSomethingToSayAbout() async throws {
    let results = try await results(
      steps(), sources(Self.outspoken + "\n" + Self.silent))
    for (index, result) in results.enumerated() {
      switch result {
      case .unclear: #expect(index < 2)
      case .compiled: #expect(index >= 2)
      case .lost: Issue.record("\(index) ended its process")
      case nil: Issue.record("\(index) is lost")
      }
    }
    let report = try await build(site, Self.outspoken + "\n" + Self.silent)
    #expect(report.summary.compiledAlone == 0)
    #expect(report.outcomes[0].diagnostics.map(\.id) == [.compileError])
    #expect(report.outcomes[1].diagnostics.map(\.severity) == [.warning])
  }

  @Test func aSampleThatEndsItsProcessIsCompiledAloneAndCounted() async throws {
    let whole = try await build(site, Self.silent)
    let other = try TestSite()
    let isFirst = Mutex(true)
    let workers = ReplacedProcesses { command in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = isFirst && command.purpose != .compilations }
        return isFirst
      }
      if isFirst { ReplacedProcesses.workers("read request && kill -SEGV $$").change(&command) }
    }
    let cut = try await build(other, Self.silent, with: workers)
    #expect(whole.summary.compiledAlone == 0)
    #expect(cut.summary.compiledAlone == 1)
    #expect(cut.outcomes.map(\.dump) == whole.outcomes.map(\.dump))
    #expect(cut.summary.compiled == whole.summary.compiled)
  }

  /// As when docgen is built while it works.
  @Test func aProcessThatCanNotStartRefusesItsRequest() async throws {
    struct Unstartable: ProcessLauncher {
      func run(
        _ command: Command, onLine: (@Sendable (Substring) -> Void)?
      ) async throws -> CommandResult { throw EnvironmentError.noHost(path: command.executable) }
    }
    let folder = try DocgenProcesses.TemporaryFolder(in: NSTemporaryDirectory(), named: "compiler")
    let process = CompilerProcess(
      Command(
        .compilations, executable: "/nowhere", arguments: [], environment: [:],
        directory: folder.path),
      in: folder, processes: Unstartable())
    let run = Task { try await process.run() }
    let request = CompilerWorker.Request(directory: folder.path, arguments: [], timeout: 1)
    await #expect(throws: EnvironmentError.noHost(path: "/nowhere")) {
      try await process.response(to: request)
    }
    await #expect(throws: EnvironmentError.noHost(path: "/nowhere")) { try await run.value }
  }

  /// The compiler works on it for longer than a test lets it.
  private static let endless = (0..<20).map { number in
    """
    let sum\(number) = [1, 2, 3].map { $0 * 2 + 1.5 - -$0 }.reduce(0) { $0 + $1 - 1 / 2 }
      + [1: 2].map { $0.key + $0.value * 2.5 }.first! - "a".count * 1.5
      + [[1], [2.0]].flatMap { $0 }.map { -$0 + 1 }.reduce(0, +)
    """
  }.joined(separator: "\n")

  /// Nested so deeply that the compiler's process ends.
  private static let brackets =
    String(repeating: "[", count: 60_000) + String(repeating: "]", count: 60_000)

  private static func page(_ code: String, times: Int) -> String {
    String(repeating: "```swift compile-only\n\(code)\n```\n\n", count: times)
  }

  @Test func aSampleThatIsNotDoneInTimeIsNotTriedAgain() async throws {
    var environment = site.environment
    environment.compileTimeout = 1
    let processes = CountingProcesses()
    let report = try await SampleEngine(environment: environment, processes: processes)
      .run(samples(Self.page(Self.endless, times: 4)))
    #expect(
      report.outcomes.map { $0.diagnostics.map(\.message.text) }
        == Array(repeating: ["the compiler itself did not end within 1 second"], count: 4))
    #expect(report.summary.compiledAlone == 0)
    #expect(await processes.counts[.compilation] == nil)
  }

  /// Others are compiled and run meanwhile, on the page that is being edited and elsewhere, even
  /// one that ends its compiler, and a build that is stopped waits for nothing: else it would come
  /// to its end.
  @Test func anEndlessCompilationDelaysNoResults() async throws {
    let edited = samples(
      "```swift runnable\n\(Self.endless)\n```\n\n```swift runnable\nprint(2)\n```\n",
      file: "edited.md")
    let others = samples(
      (1...4).map { "```swift runnable\nprint(\($0))\n```\n\n" }.joined()
        + "```swift runnable\nlet list = \(Self.brackets)\n```\n\n"
        + "```sh runnable\necho 6\n```\n", file: "others.md")
    var selection = BuildSelection()
    selection.first = ["edited.md"]
    let finished = try await stopBuild(of: others + edited, selection: selection, afterResults: 7)
    #expect(
      finished.map(\.description) == ["edited.md#2"] + (1...6).map { "others.md#\($0)" })
  }

  /// Which samples have results when a build is stopped after some.
  private func stopBuild(
    of samples: [Sample], selection: BuildSelection, afterResults count: Int
  ) async throws -> [SampleID] {
    var environment = site.environment
    environment.jobs = 3
    let engine = SampleEngine(environment: environment)
    let finished = Mutex<Set<SampleID>>([])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let build = Task {
      defer { end.finish() }
      return try await engine.run(samples, selection: selection) { event in
        guard case .finished(let outcome) = event else { return }
        let isEnough = finished.withLock {
          $0.insert(outcome.id)
          return $0.count == count
        }
        if isEnough { end.finish() }
      }
    }
    for await _ in ends {}
    build.cancel()
    await #expect(throws: CancellationError.self) { _ = try await build.value }
    return finished.withLock { $0.sorted() }
  }

  /// What was unclear must not be taken for the sample's fault when the compiler alone says nothing
  /// of it.
  @Test(arguments: [("print(1)", 120, true), (endless, 1, false)])
  func whatIsUnclearWithoutAMessageIsCounted(
    _ code: String, timeout: Int, isCompiled: Bool
  ) async throws {
    var environment = site.environment
    environment.compileTimeout = timeout
    // Workers whose compiler has something to say about everything.
    let workers = ReplacedProcesses.workers(
      #"while read r; do echo '{"verdict": "spoke", "time": [0, 0]}'; done"#)
    let report = try await SampleEngine(environment: environment, processes: workers)
      .run(samples(Self.page(code, times: 4)))
    #expect(report.summary.compiledAlone == 4)
    #expect(report.outcomes.allSatisfy { ($0.result == .compiled) == isCompiled })
  }

  @Test func withoutTheToolchainsLibraryEachIsCompiledAloneAndCounted() async throws {
    let steps = try await steps()
    let information = steps.compiler.toolchain.information
    #expect(
      Toolchain(folder: site.folder.path, information: information).compilerLibrary == nil)
    let without = BuildSteps(
      cache: steps.cache, compiler: steps.compiler, pool: nil, linker: steps.linker,
      runner: steps.runner, keys: steps.keys, folder: steps.folder, rerunning: [], onEvent: nil)
    let jobs = sources(Self.silent).map { SampleJob($0) }
    var loop = BuildLoop(without, jobs: jobs, open: Array(jobs.indices), urgent: 0, groups: [])
    try await loop.run()
    #expect(loop.jobs.count == 5)
    #expect(loop.jobs.allSatisfy { $0.isCompiledAlone && $0.run != nil })
  }

  @Test(
    arguments: [
      ("import Kit", ["Kit"]), ("@testable import struct Kit.Part", ["Kit"]),
      ("import\n  /* the */ `Kit`", ["Kit"]), ("print(Kit.self)", []), ("import KitPart", []),
      ("public import Other; import Kit", ["Kit", "Other"]), ("importer(Kit)", []),
    ])
  func importsAreFound(_ code: String, _ expected: [String]) {
    let source = sources("```swift runnable\n\(code)\n```\n")[0]
    #expect(ImportedModules.imports(source, among: ["Kit", "Other"]).sorted() == expected)
  }
}
