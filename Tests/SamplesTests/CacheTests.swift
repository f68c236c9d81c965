import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenSQLite
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// What a second build takes from the first, and what it does again.
@Suite(.fewAtOnce) struct CacheTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

  private let page = """
    ```swift runnable
    print("one")
    ```
    ```output
    one
    ```

    ```swift runnable
    let wrong: Int = ""
    ```

    ```swift runnable
    fatalError("three")
    ```

    ```swift compile-only
    print("four")
    ```
    """

  private struct Build {
    var report: SampleReport
    var counts: [Command.Purpose: Int]

    var origins: [SampleOutcome.Origin] { report.outcomes.map(\.origin) }
    var processes: Int { counts.values.reduce(0, +) }
  }

  private func build(_ page: String) async throws -> Build {
    let processes = CountingProcesses()
    let report = try await SampleEngine(environment: site.environment, processes: processes)
      .run(samples(page))
    return Build(report: report, counts: await processes.counts)
  }

  @Test func secondBuildStartsNoProcess() async throws {
    let first = try await build(page)
    // Three of the four compile without a word, in no more processes than may run at a time.
    #expect((1...site.environment.jobs).contains(first.counts[.compilations] ?? 0))
    #expect(first.counts[.compilation] == 1)
    #expect(first.counts[.run] == 2)
    #expect(first.report.summary.failed == 2)
    let second = try await build(page)
    #expect(second.counts == [:])
    #expect(second.origins == [.cached, .cached, .cached, .cached])
    #expect(second.report.outcomes.map(\.dump) == first.report.outcomes.map(\.dump))
    #expect(second.report.summary.cached == 4)
    #expect(second.report.summary.remarks == [])
  }

  @Test func aShellsFailureMovesWithIt() async throws {
    let page = "```sh runnable\necho fine\nfalse\n```\n"
    let first = try await build(page)
    #expect(first.report.outcomes[0].diagnostics.map(\.location.description) == ["page.md:3:1"])
    let moved = try await build("One.\n\nTwo.\n\n" + page)
    #expect(moved.report.outcomes[0].diagnostics.map(\.location.description) == ["page.md:7:1"])
  }

  @Test func expectationsAreComparedWithoutRunning() async throws {
    #expect(try await build(page).report.outcomes[0].result == .passed)
    let changed = try await build(page.replacing("output\none", with: "output\ntwo"))
    #expect(changed.processes == 0)
    #expect(changed.report.outcomes[0].diagnostics.map(\.id) == [.outputDiffers])
    let exits = try await build(
      page.replacing("runnable\nprint", with: "runnable expect=exit(1)\nprint"))
    #expect(exits.processes == 0)
    #expect(exits.report.outcomes[0].diagnostics.map(\.id) == [.sampleExited])
  }

  /// Code that must not compile has no marks between its blocks, which other expectations need.
  @Test func anotherExpectationInASessionIsCompiledAgain() async throws {
    let page = """
      ```swift runnable session=a
      print("one")
      ```
      ```swift runnable session=a expect=compile-error
      print("two")
      if true { fatalError() }
      ```
      ```swift runnable session=a
      print("three")
      ```
      """
    let first = try await build(page)
    #expect(first.report.outcomes[1].result == .failed)
    let changed = try await build(page.replacing("compile-error", with: "crash"))
    #expect(changed.report.outcomes.map(\.result) == [.passed, .passed, .passed])
    #expect(changed.report.outcomes.map(\.output) == ["one\n", "two\n", "three\n"])
  }

  @Test func aMovedSampleIsDoneAgainOnlyWhereItsLinesShow() async throws {
    _ = try await build(page)
    let moved = try await build("A new line.\n\n" + page)
    #expect(moved.origins == [.cached, .cached, .fresh, .cached])
    #expect(moved.report.outcomes[1].diagnostics.first?.location.description == "page.md:11:18")
    #expect(moved.report.outcomes[2].diagnostics.first?.location.description == "page.md:15:1")
    #expect(moved.report.outcomes[2].errorOutput.contains("page.md:15: Fatal error: three"))
  }

  @Test(arguments: ["print(#line)", "func log(at line: Int = #line) { print(line) }\nlog()"])
  func aPrintedLineNumberIsNeverStale(_ code: String) async throws {
    let page = "```swift runnable\n\(code)\n```\n"
    _ = try await build(page)
    let moved = try await build("\n\n" + page)
    #expect(moved.report.outcomes[0].output == "\(code.contains("log") ? 5 : 4)\n")
  }

  @Test func aPrintedLineNumberOfALibraryIsNeverStale() async throws {
    let page = "```swift runnable\nimport SampleFixtureKit\nFixtureKit.log()\n```\n"
    #expect(try await build(page).report.outcomes[0].output == "line 3\n")
    let moved = try await build("\n" + page)
    #expect(moved.report.outcomes[0].output == "line 4\n")
  }

  @Test func fixturesAndTimesDecideRunsOnly() async throws {
    let page = "```json fixture=a\n1\n```\n```swift runnable timeout=5\nprint(1)\n```\n"
    _ = try await build(page)
    let fixture = try await build(page.replacing("\n1\n", with: "\n2\n"))
    #expect(fixture.origins == [.compiledEarlier])
    #expect(fixture.counts[.run] == 1)
    #expect(fixture.counts[.compilation] == nil)
    let time = try await build(page.replacing("timeout=5", with: "timeout=6"))
    #expect(time.origins == [.compiledEarlier])
  }

  /// A sample may print something else when it is no longer confined.
  @Test func anotherConfinementRunsAgain() async throws {
    let page = samples("```swift runnable\nprint(1)\n```\n")
    let confined = try await SampleEngine(environment: site.environment).run(page)
    let free = try await SampleEngine(environment: site.environment(confinedBy: .none)).run(page)
    #expect(
      free.outcomes[0].origin
        == (confined.summary.confinement == .none ? .cached : .compiledEarlier))
  }

  @Test func anotherLanguageModeIsCompiledAgain() async throws {
    let page = "```swift compile-only language-mode=5\nfinal class A { static var b = 1 }\n```\n"
    #expect(try await build(page).report.summary.failed == 0)
    let other = try await build(page.replacing(" language-mode=5", with: ""))
    #expect(other.report.outcomes[0].diagnostics.map(\.id) == [.compileError])
  }

  @Test func aTimeOutIsNotRemembered() async throws {
    let page = "```swift runnable timeout=1\nwhile true {}\n```\n"
    #expect(
      try await build(page).report.outcomes[0].diagnostics.map(\.id) == [.sampleTimedOut])
    #expect(try await build(page).counts[.run] == 1)
  }

  @Test func aChangedModuleIsNoticed() async throws {
    let modules = site.folder.appending(path: "modules")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    let kit = BuiltProducts.folder.appending(path: "Modules/SampleFixtureKit.swiftmodule")
    let page = """
      ```swift compile-only
      import SampleFixtureKit
      print(FixtureKit.name)
      ```

      ```swift compile-only
      print("imports nothing")
      ```
      """
    var environment = site.environment
    environment.moduleFolders = [modules.path]
    let engine = SampleEngine(environment: environment)
    let without = try await engine.run(samples(page)).outcomes
    #expect(without.map(\.result) == [.failed, .compiled])
    try FileManager.default.copyItem(
      at: kit, to: modules.appending(path: "SampleFixtureKit.swiftmodule"))
    let with = try await engine.run(samples(page)).outcomes
    #expect(with.map(\.result) == [.compiled, .compiled])
    // Content that no compiler reads, so that only the hash is another.
    let other = modules.appending(path: "Other.swiftmodule")
    try Data("not a module".utf8).write(to: other)
    _ = try await engine.run(samples(page))
    try Data("another".utf8).write(to: other)
    let third = try await engine.run(samples(page)).outcomes
    #expect(third.map(\.origin) == [.cached, .cached])
  }

  @Test func damageIsNeverBelieved() async throws {
    let first = try await build(page)
    let file = site.environment.cacheFolder + "/samples.sqlite"
    try Data("this is no database, but long enough to be read as one".utf8)
      .write(to: URL(filePath: file))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    let second = try await build(page)
    #expect(second.origins == [.fresh, .fresh, .fresh, .fresh])
    #expect(second.report.summary.remarks == ["the sample cache was damaged; it is created again"])
    #expect(second.report.outcomes.map(\.dump) == first.report.outcomes.map(\.dump))
    #expect(try await build(page).processes == 0)
  }

  @Test(arguments: [
    "DROP TABLE runs", "DROP TABLE builds", "ALTER TABLE samples RENAME COLUMN seal TO other",
  ])
  func aLostTableIsCreatedAgain(_ damage: String) async throws {
    let first = try await build(page)
    try Database(.file(site.environment.cacheFolder + "/samples.sqlite")).executeScript(damage)
    let second = try await build(page)
    #expect(second.report.summary.remarks == ["the sample cache was damaged; it is created again"])
    #expect(second.report.outcomes.map(\.dump) == first.report.outcomes.map(\.dump))
    // What had been read before the damage was noticed is made now.
    #expect(try await build(page).report.summary.remarks == [])
    #expect(try await build(page).processes == 0)
  }

  @Test func aChangedValueIsNeverBelieved() async throws {
    _ = try await build(page)
    let database = try Database(.file(site.environment.cacheFolder + "/samples.sqlite"))
    let changed = try database.execute(
      "UPDATE runs SET value = replace(CAST(value AS TEXT), 'one', 'two')")
    #expect(changed == 2)
    let second = try await build(page)
    #expect(second.report.outcomes[0].output == "one\n")
    #expect(second.report.summary.remarks == ["the sample cache was damaged; it is created again"])
  }

  @Test func anUnusableCacheIsDoneWithout() async throws {
    // A file where the folder should be.
    try Data().write(to: site.folder.appending(path: "cache"))
    let first = try await build(page)
    #expect(first.report.outcomes.map(\.result) == [.passed, .failed, .failed, .compiled])
    #expect(first.report.summary.remarks.count == 1)
    #expect(first.report.summary.remarks[0].hasPrefix("the sample cache can't be used: "))
  }

  @Test func aLockedCacheIsDoneWithout() async throws {
    _ = try await build(page)
    let other = try Database(.file(site.environment.cacheFolder + "/samples.sqlite"))
    try other.executeScript("BEGIN EXCLUSIVE")
    let second = try await build(page)
    try other.executeScript("ROLLBACK")
    #expect(second.report.outcomes.map(\.result) == [.passed, .failed, .failed, .compiled])
    #expect(second.report.summary.remarks.count == 1)
  }
}
