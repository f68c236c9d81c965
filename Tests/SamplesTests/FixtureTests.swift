import DocModel
import Foundation
import Ground
import Testing
import TestSupport

@testable import Samples

/// Every folder of `Fixtures` is a page; all of them are built together, as a site's pages are.
@Suite(.fewAtOnce) struct FixtureTests {
  private static let build = Task { try await report(on: TestSite.cases) }

  private static func report(
    on cases: [String], _ change: (inout SampleEnvironment) -> Void = { _ in }
  ) async throws -> SampleReport {
    let site = try TestSite()
    defer { site.remove() }
    var environment = site.environment
    // More than there are cores, so that time limits pass at the same time.
    environment.jobs = 6
    change(&environment)
    let samples = try cases.flatMap { try TestSite.samples(of: $0) }
    return try await SampleEngine(environment: environment).run(samples)
  }

  @Test(arguments: TestSite.cases) func outcomes(_ name: String) async throws {
    let report = try await FixtureTests.build.value
    let outcomes = report.outcomes.filter { $0.id.file == "\(name)/guide.md" }
    #expect(try outcomes.map(\.id) == TestSite.samples(of: name).map(\.id))
    let actual = outcomes.map(\.dump).joined(separator: "\n")
    let file = TestSite.fixtures.appending(path: "\(name)/outcomes.txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["DOCGEN_UPDATE_GOLDENS"] == "1", expected != actual {
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote \(name)/outcomes.txt")
    } else {
      #expect(actual == expected)
    }
  }

  /// Scripts have one kind of host only, and limits are held by the processes around it.
  @Test func theHostMakesNoDifference() async throws {
    let cases = TestSite.cases.filter {
      !$0.contains("shell") && !["limits", "times-out"].contains($0)
    }
    async let others = FixtureTests.report(on: cases) { $0.bareHost = nil }.outcomes.map(\.dump)
    let dumps = try await FixtureTests.build.value.outcomes
      .filter { outcome in cases.contains { outcome.id.file == "\($0)/guide.md" } }.map(\.dump)
    #expect(dumps.count > 100)
    for (other, dump) in zip(try await others, dumps) { #expect(other == dump) }
    #expect(try await others.count == dumps.count)
  }

  @Test func summaryCounts() async throws {
    let report = try await FixtureTests.build.value
    let shell = report.outcomes.count { $0.id.file.hasPrefix("shell") }
    #expect(report.summary.compiled == report.outcomes.count - shell)
    #expect(report.summary.cached == 0)
    #expect(report.summary.failed == report.outcomes.count { $0.result == .failed })
    #expect(
      report.summary.linkedAlone.map(\.file).allSatisfy { file in
        file == "conformances/guide.md"
      })
    #expect(report.summary.remarks.isEmpty)
  }
}
