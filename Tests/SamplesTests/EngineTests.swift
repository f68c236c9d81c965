import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// What the fixtures can't show: other machines, other processes, and the engine's own behaviour.
@Suite(.fewAtOnce) struct EngineTests {
  private func run(_ page: String, _ change: (inout SampleEnvironment) -> Void = { _ in })
    async throws -> SampleReport
  {
    let site = try TestSite()
    var environment = site.environment
    change(&environment)
    return try await SampleEngine(environment: environment).run(samples(page))
  }

  @Test func noCompilerIsAnEnvironmentError() async throws {
    await #expect(throws: EnvironmentError.noCompiler) {
      _ = try await run("```swift runnable\n```\n") { $0.searchPath = "/nowhere:/nor/here" }
    }
    let site = try TestSite()
    let tools = try site.toolFolder(withCompiler: "/bin/sh")
    await #expect(throws: EnvironmentError.incompleteToolchain(missing: "swift-frontend")) {
      _ = try await run("```swift runnable\n```\n") { $0.searchPath = tools }
    }
    await #expect(throws: EnvironmentError.noHost(path: "/nowhere/docgen")) {
      _ = try await run("```swift runnable\n```\n") { $0.host = "/nowhere/docgen" }
    }
    await #expect(throws: EnvironmentError.noHost(path: "/nowhere/docgen-host")) {
      _ = try await run("```swift runnable\n```\n") { $0.bareHost = "/nowhere/docgen-host" }
    }
    await #expect(throws: EnvironmentError.self) {
      _ = try await run("```swift runnable\n```\n") { $0.temporaryFolder = "/dev/null" }
    }
  }

  @Test func relativePathsAreThisProcesss() async throws {
    let here = FileManager.default.currentDirectoryPath
    let up = here.split(separator: "/").map { _ in ".." }.joined(separator: "/")
    let report = try await run("```swift runnable\nimport SampleFixtureKit\nprint(1)\n```\n") {
      $0.host = up + $0.host
      $0.cacheFolder = up + $0.cacheFolder
      $0.moduleFolders = $0.moduleFolders.map { up + $0 }
    }
    #expect(report.outcomes.map(\.output) == ["1\n"])
    #expect(report.summary.remarks == [])
  }

  #if os(Linux)
    @Test func whoImportsNoModuleRunsInTheBareHost() async throws {
      let program = "try FileManager.default.destinationOfSymbolicLink(atPath: \"/proc/self/exe\")"
      let page = """
        ```swift runnable
        import Foundation

        print(URL(filePath: \(program)).lastPathComponent)
        ```

        ```swift runnable
        import Foundation
        import SampleFixtureKit

        print(URL(filePath: \(program)).lastPathComponent)
        ```

        ```swift runnable
        import Foundation

        extension URL: @retroactive Error {}
        print(URL(filePath: \(program)).lastPathComponent)
        ```
        """
      let bare = try await run(page)
      #expect(
        bare.outcomes.map(\.output) == ["docgen-host\n", "SampleHostFixture\n", "docgen-host\n"])
      let full = try await run(page) { $0.bareHost = nil }
      #expect(full.outcomes.map(\.output) == Array(repeating: "SampleHostFixture\n", count: 3))
    }
  #endif

  /// A program that doesn't run samples ends well, and says nothing of the sample.
  @Test func aHostThatIsNoneIsAnEnvironmentError() async throws {
    let error = await #expect(throws: EnvironmentError.self) {
      _ = try await run("```swift runnable\nprint(1)\n```\n") { $0.bareHost = "/usr/bin/true" }
    }
    #expect(error?.description.contains("build docgen again") == true)
  }

  /// Who compiles a sample makes no difference to what it runs in.
  @Test func anImportIsSeenBehindALongComment() async throws {
    let others = (1...4).map { "```swift runnable\nprint(\($0))\n```\n" }.joined(separator: "\n")
    let report = try await run(
      """
      ```swift runnable
      import /* the module that holds what the samples of all these tests import */ SampleFixtureKit
      print(FixtureKit.name)
      ```

      \(others)
      """)
    #expect(report.outcomes.map(\.output) == ["SampleFixtureKit\n", "1\n", "2\n", "3\n", "4\n"])
    #expect(report.summary.linkedAlone.isEmpty)
  }

  @Test func noSamplesNeedNothing() async throws {
    let report = try await run("") { $0.host = "/nowhere" }
    #expect(report.outcomes == [])
  }

  @Test func anEmptySampleIsOne() async throws {
    let report = try await run("```swift runnable\n```\n")
    #expect(report.outcomes.map(\.result) == [.passed])
  }

  @Test func oneSampleThatCannotBeLinkedSparesTheOthers() async throws {
    let report = try await run(
      """
      ```swift runnable
      print("fine")
      ```

      ```swift compile-only
      import SampleFixtureKit
      ```

      ```swift runnable
      @_silgen_name("no_such_function_anywhere") func nowhere()
      nowhere()
      ```
      """)
    #expect(report.outcomes.map(\.result) == [.passed, .compiled, .failed])
    #expect(report.summary.linkedAlone.map(\.name) == ["3"])
    let problem = report.outcomes[2].diagnostics[0]
    #expect(problem.id == .linkFailed)
    #expect(problem.message.text.contains("undefined symbol: no_such_function_anywhere"))
    #expect(!problem.message.text.contains("/"))
  }

  @Test func aMissingLibrarySparesTheOthers() async throws {
    let site = try TestSite()
    try await site.compile("Ghost", "public struct Ghost { public init() {} }", to: "modules")
    var environment = site.environment
    environment.moduleFolders.append(site.folder.appending(path: "modules").path)
    let engine = SampleEngine(environment: environment)
    // One more than a library holds, so that there are two.
    let fine = (2...33).map { "```swift runnable\nprint(\($0))\n```\n\n" }.joined()
    let page = samples("```swift runnable\nimport Ghost\nprint(Ghost())\n```\n\n" + fine)
    let first = try await engine.run(page)
    #expect(first.outcomes[0].diagnostics.map(\.id) == [.linkFailed])
    #expect(first.outcomes.dropFirst().allSatisfy { $0.result == .passed })
    #expect(first.summary.linkedAlone.contains { $0.name == "1" })
    // With it those that share its library, and no others.
    #expect((1...32).contains(first.summary.linkedAlone.count))
    // The cached results are as if the shared library had never been broken.
    let second = try await engine.run(page)
    #expect(second.outcomes.map(\.result) == first.outcomes.map(\.result))
    #expect(second.summary.linkedAlone.map(\.name) == ["1"])
    #expect(second.summary.run == 0)
  }

  /// The Lab's modules are such: Swift outside, C libraries inside.
  @Test func modulesOverCLibrariesNeedTheirModuleMaps() async throws {
    let page = """
      ```swift runnable
      import DocgenSQLite

      let database = try Database(.memory)
      print(try database.first("SELECT 6 * 7")?[0].integer ?? 0)
      try database.executeScript("SELECT * FROM nowhere")
      ```
      """
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let report = try await run(page) {
      $0.moduleMaps = [root.appending(path: "Sources/C/CSQLite/module.modulemap").path]
    }
    #expect(report.outcomes[0].output == "42\n")
    #expect(report.outcomes[0].diagnostics.map(\.id) == [.sampleThrew])
    #expect(report.outcomes[0].diagnostics.first?.location.description == "page.md:6:14")
    #expect(!report.outcomes[0].isLinkedAlone)
    let without = try await run(page)
    #expect(without.outcomes[0].diagnostics.map(\.id).first == .compileError)
  }

  @Test func anErrorOfURLSessionNamesItsLine() async throws {
    let report = try await run(
      """
      ```swift runnable
      import Foundation
      import FoundationNetworking

      let url = URL(string: "http://127.0.0.1:1/")!

      let (data, _) = try await URLSession.shared.data(from: url)
      print(data)
      ```
      """)
    let problem = report.outcomes[0].diagnostics[0]
    #expect(problem.id == .sampleThrew)
    #expect(problem.location.description == "page.md:7:45")
  }

  @Test func aReportThatNeverEndsIsNotRead() async throws {
    let report = try await run(
      """
      ```swift runnable
      import Foundation

      let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"]!
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
      print("done")
      ```
      """)
    #expect(report.outcomes.map(\.output) == ["done\n"])
  }

  @Test func workingFoldersAreRemoved() async throws {
    let site = try TestSite()
    let temporary = site.folder.appending(path: "tmp")
    var environment = site.environment
    environment.temporaryFolder = temporary.path
    _ = try await SampleEngine(environment: environment).run(
      samples("```json fixture=a\n1\n```\n```swift runnable\nprint(1)\n```\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test func eventsTellEachStep() async throws {
    let site = try TestSite()
    let (events, continuation) = AsyncStream.makeStream(of: SampleEvent.self)
    _ = try await SampleEngine(environment: site.environment).run(
      samples("```swift runnable\nprint(1)\n```\n```swift runnable\nlet a: Int = \"\"\n```\n")
    ) { continuation.yield($0) }
    continuation.finish()
    var (planned, done) = (0, 0)
    var finished: [SampleID: SampleOutcome.Result] = [:]
    for await event in events {
      switch event {
      case .planned(let steps): planned += steps
      case .done(let steps): done += steps
      case .finished(let outcome): finished[outcome.id] = outcome.result
      }
    }
    let first = SampleID(file: "page.md", name: "1")
    let second = SampleID(file: "page.md", name: "2")
    #expect(planned == 4)
    #expect(done == 4)
    #expect(finished == [first: .passed, second: .failed])
  }

  @Test func samplesOfOneNameStayApart() {
    let ids = ["a-b.md", "a_b.md", "c.md"].map { SampleID(file: $0, name: "1") }
    let names = SampleProgram.moduleNames(of: ids)
    #expect(names[ids[2]] == "c_1")
    #expect(names[ids[0]] != names[ids[1]])
    #expect(names[ids[0]]?.hasPrefix("a_b_1_") == true)
  }
}
