import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenTestSupport
import Foundation
import Testing

/// Every sample of this package's own site and every program of `Samples`, a test each.
@Suite(.fewAtOnce) struct SiteSamplesTests {
  @Test(arguments: try await SiteUnderTest.shared.sampleIDs())
  func works(_ id: NamedSample) async throws {
    let outcome = try #require(try await SiteUnderTest.shared.outcomes()[id.id])
    let text = try await SiteUnderTest.shared.text(of: outcome.diagnostics)
    #expect(outcome.result != .failed && outcome.diagnostics.isEmpty, "\(text)")
  }

  @Test func findsTheSamples() async throws {
    let ids = try await SiteUnderTest.shared.sampleIDs()
    #expect(ids.count > 10)
    #expect(ids.contains { $0.id.file == "content/openid/overview.md" })
  }

  @Test func theSiteHasNoProblems() async throws {
    let report = try await SiteUnderTest.shared.report()
    let text = try await SiteUnderTest.shared.text(of: report.diagnostics)
    #expect(report.diagnostics.isEmpty, "\(text)")
    #expect(report.sampleCount == report.outcomes.count)
    // Nothing is written that would show them.
    #expect(report.outcomes.allSatisfy { $0.names.isEmpty })
  }
}

/// A sample as a report of tests shows it.
struct NamedSample: Sendable, CustomTestStringConvertible {
  let id: SampleID
  var testDescription: String { id.description }
}

/// The package's own site, built once for all tests, without writing it.
struct SiteUnderTest: Sendable {
  static let shared = SiteUnderTest()

  private let building = Task { try await SiteUnderTest.builder().build() }

  func report() async throws -> BuildReport { try await building.value }

  func outcomes() async throws -> [SampleID: SampleOutcome] {
    Dictionary(
      try await report().outcomes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func text(of diagnostics: [Diagnostic]) async throws -> String {
    let writer = DiagnosticText(files: try await report().sources)
    return diagnostics.map { writer.text(of: $0) }.joined()
  }

  func sampleIDs() async throws -> [NamedSample] {
    try await Self.builder().samples().map { NamedSample(id: $0.id) }
  }

  private static func builder() throws -> SiteBuilder {
    let root = BuiltProducts.packageRoot
    let package = LabPackage(
      products: BuiltProducts.folder, sources: root.appending(path: "Sources"))
    return try SiteBuilder(options: .init(root: root, output: nil), package: package)
  }
}
