import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// What a cache survives: another folder, another host, builds that were killed.
@Suite(.fewAtOnce) struct CacheMovesTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

  private let page = samples(
    """
    ```swift runnable
    import SampleFixtureKit
    print(FixtureKit.name)
    ```

    ```swift runnable
    print("imports nothing")
    ```

    ```swift runnable
    let wrong: Int = ""
    ```
    """)

  @Test func aMovedFolderKeepsItsCache() async throws {
    let first = try await SampleEngine(environment: site.environment).run(page)
    #expect(first.summary.compiled == 3)
    let other = site.folder.appending(path: "elsewhere/deep")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: site.folder.appending(path: "cache"), to: other)
    var environment = site.environment
    environment.cacheFolder = other.path
    let second = try await SampleEngine(environment: environment).run(page)
    #expect(second.summary.cached == 3)
    #expect(second.outcomes.map(\.dump) == first.outcomes.map(\.dump))
  }

  @Test func headersAreReadOnceForAllSites() async throws {
    let shared = try TestSite()
    let page = samples(
      (1...4).map { "```swift runnable\nimport Foundation\nprint(\($0))\n```\n" }
        .joined(separator: "\n"))
    var inquiries: [Int] = []
    for _ in 1...2 {
      let site = try TestSite()
      var environment = site.environment
      environment.sharedModules = shared.folder.appending(path: "new/modules").path
      let processes = CountingProcesses()
      let report = try await SampleEngine(environment: environment, processes: processes).run(page)
      #expect(report.outcomes.map(\.output) == ["1\n", "2\n", "3\n", "4\n"])
      inquiries.append(await processes.counts[.inquiry] ?? 0)
    }
    #expect(inquiries[0] == inquiries[1] + 2)
  }

  /// A damaged file of the compiler's is no fault of a document.
  @Test func damagedModulesAreNamed() async throws {
    var environment = site.environment
    let shared = site.folder.appending(path: "modules")
    environment.sharedModules = shared.path
    let page = samples("```swift runnable\nimport Foundation\nprint(URL(filePath: \"/a\"))\n```\n")
    let report = try await SampleEngine(environment: environment).run(page)
    #expect(report.outcomes.map(\.output) == ["file:///a\n"])
    let files = try #require(FileManager.default.enumerator(atPath: shared.path))
    for case let name as String in files where name.hasSuffix(".pcm") {
      try Data().write(to: shared.appending(path: name))
    }
    environment.cacheFolder = site.folder.appending(path: "another cache").path
    let error = await #expect(throws: EnvironmentError.self) {
      try await SampleEngine(environment: environment).run(page)
    }
    #expect(error?.description.contains(shared.path) == true)
  }

  @Test func modulesThatAreNoFolderAreNotShared() async throws {
    var environment = site.environment
    environment.sharedModules = site.folder.appending(path: "modules").path
    try Data().write(to: site.folder.appending(path: "modules"))
    let report = try await SampleEngine(environment: environment).run(page)
    #expect(report.outcomes.map(\.result) == [.passed, .passed, .failed])
    #expect(report.summary.remarks == [])
  }

  @Test func whereNothingCanBeSharedEachSiteKeepsItsOwn() async throws {
    var environment = site.environment
    environment.sharedModules = "/dev/null/modules"
    let report = try await SampleEngine(environment: environment).run(page)
    #expect(report.summary.compiled == 3)
    let own = "\(environment.cacheFolder)/modules"
    #expect(FileManager.default.fileExists(atPath: own))
  }

  @Test func anotherHostRunsAgainWhatImportsItAlone() async throws {
    _ = try await SampleEngine(environment: site.environment).run(page)
    let host = site.folder.appending(path: "host")
    var content = try Data(contentsOf: URL(filePath: site.environment.host))
    content.append(Data("another".utf8))
    try content.write(to: host)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: host.path)
    var environment = site.environment
    environment.host = host.path
    let second = try await SampleEngine(environment: environment).run(page)
    #expect(second.outcomes.map(\.origin) == [.compiledEarlier, .cached, .cached])
    // A look at the file's state is enough until it changes.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: host.path)
    let third = try await SampleEngine(environment: environment).run(page)
    #expect(third.summary.cached == 3)
  }

  @Test func onlyAndFailedLeaveTheRestAsKnown() async throws {
    let engine = SampleEngine(environment: site.environment)
    var selection = BuildSelection()
    selection.only = ["page.md#2"]
    let one = try await engine.run(page, selection: selection)
    #expect(one.outcomes.map(\.id.name) == ["2"])
    #expect(one.skipped.map(\.name) == ["1", "3"])
    _ = try await engine.run(page)
    selection = BuildSelection()
    selection.failedOnly = true
    let failed = try await engine.run(page, selection: selection)
    #expect(failed.outcomes.map(\.id.name) == ["1", "2", "3"])
    #expect(failed.summary.failed == 1 && failed.skipped.isEmpty)
  }

  @Test func bubblewrapThatDoesNotWorkIsTold() async throws {
    let tools = site.folder.appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let program = tools.appending(path: "bwrap")
    try Data("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    var environment = site.environment
    environment.searchPath = tools.path + ":" + environment.searchPath
    let report = try await SampleEngine(environment: environment).run(page)
    #expect(report.outcomes.map(\.result) == [.passed, .passed, .failed])
    #expect(report.summary.confinement == .landlock)
    #expect(
      report.summary.remarks == [
        "bubblewrap is installed but can't be used, so Landlock confines samples, which leaves them "
          + "the network: bwrap: No permissions"
      ])
  }
}
