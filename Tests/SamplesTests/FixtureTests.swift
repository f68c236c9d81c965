import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Every file of `Fixtures` is a page; all of them are built together, as a site's pages are.
///
/// The tests that wait for this build use no slot, which others can use meanwhile.
@Suite struct FixtureTests {
  private static let build = Task { try await report(on: Fixture.all()) }

  private static func report(
    on cases: [Fixture], _ change: (inout SampleEnvironment) -> Void = { _ in }
  ) async throws -> SampleReport {
    let site = try TestSite()
    var environment = site.environment
    // More than there are cores, so that time limits pass at the same time.
    environment.jobs = 6
    change(&environment)
    let samples = try cases.flatMap { try TestSite.samples(of: $0) }
    return try await SampleEngine(environment: environment).run(samples)
  }

  @Test(arguments: Fixture.all()) func outcomes(_ fixture: Fixture) async throws {
    let report = try await FixtureTests.build.value
    let outcomes = report.outcomes.filter { $0.id.file == "\(fixture.name).md" }
    #expect(try outcomes.map(\.id) == TestSite.samples(of: fixture).map(\.id))
    fixture.expect(outcomes.map(\.dump).joined(separator: "\n"))
  }

  /// Scripts have one kind of host only, and the processes around it enforce limits.
  @Test(.fewAtOnce) func theHostMakesNoDifference() async throws {
    let cases = Fixture.all().filter {
      !$0.name.contains("shell") && !["limits", "times-out"].contains($0.name)
    }
    async let others = FixtureTests.report(on: cases) { $0.bareHost = nil }.outcomes.map(\.dump)
    let dumps = try await FixtureTests.build.value.outcomes
      .filter { outcome in cases.contains { outcome.id.file == "\($0.name).md" } }.map(\.dump)
    #expect(dumps.count > 100)
    for (other, dump) in zip(try await others, dumps) { #expect(other == dump) }
    #expect(try await others.count == dumps.count)
  }

  @Test func summaryCounts() async throws {
    let report = try await FixtureTests.build.value
    let shell = report.outcomes.count { $0.id.file.hasPrefix("shell") }
    #expect(report.summary.compiled == report.outcomes.count - shell)
    #expect(report.summary.cached == 0)
    let failed = report.outcomes.filter { $0.result == .failed }
    #expect(report.summary.failed + report.summary.blocked == failed.count)
    #expect(report.summary.blocked > 0)
    #expect(report.summary.linkedAlone.allSatisfy { $0.file == "conformances.md" })
    #expect(report.summary.remarks.isEmpty)
  }
}
