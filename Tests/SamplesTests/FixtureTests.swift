import DocModel
import Foundation
import Ground
import Testing
import TestSupport

@testable import Samples

/// Every folder of `Fixtures` is a page; all of them are built together, as a site's pages are.
@Suite(.fewAtOnce) struct FixtureTests {
  private static let build = Task { try await report() }
  /// The same with all samples in one kind of host.
  private static let fullyHosted = Task { try await report { $0.bareHost = nil } }

  private static func report(
    _ change: (inout SampleEnvironment) -> Void = { _ in }
  ) async throws -> SampleReport {
    let site = try TestSite()
    defer { site.remove() }
    var environment = site.environment
    change(&environment)
    let samples = try TestSite.cases.flatMap { try TestSite.samples(of: $0) }
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

  @Test func theHostMakesNoDifference() async throws {
    let dumps = try await FixtureTests.build.value.outcomes.map(\.dump)
    let others = try await FixtureTests.fullyHosted.value.outcomes.map(\.dump)
    #expect(others.count == dumps.count)
    for (other, dump) in zip(others, dumps) { #expect(other == dump) }
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
