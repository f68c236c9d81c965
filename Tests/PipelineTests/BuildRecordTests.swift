import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

/// A build without a change says what the last one said.
@Suite(.fewAtOnce) struct BuildRecordTests {
  private let folder: DocgenTestSupport.TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ignore-links: [/api/]\n", to: "root/content/site.yml")
    try folder.write(
      "# Home\n\n[Later](/api/)\n\nSee [[Log in]].\n\n## Log out\n", to: "root/content/index.md")
  }

  @Test func repeatsWarningsAndRemarks() async throws {
    let first = try await build()
    #expect(!first.isUnchanged)
    #expect(first.diagnostics.map(\.id) == [.unsupportedSyntax])
    #expect(first.remarks == ["'ignore-links' excluded 1 link"])
    let second = try await build()
    #expect(second.isUnchanged)
    #expect(second.diagnostics == first.diagnostics)
    #expect(second.remarks == first.remarks)
    #expect(text(of: second) == text(of: first))
    #expect(text(of: second).contains("5 | See [[Log in]]."))
    try folder.write("# Home\n\nSee [[Log in]].\n\n## Log out\n", to: "root/content/index.md")
    let third = try await build()
    #expect(!third.isUnchanged)
    #expect(text(of: third).contains("3 | See [[Log in]]."))
    #expect(third.remarks.isEmpty)
  }

  @Test func repeatsNothingOfTheSiteBefore() async throws {
    _ = try await build()
    try folder.write("# Home\n\n## Sign out\n", to: "root/content/index.md")
    #expect(
      try await build().remarks.map { $0.prefix(24) } == ["the anchor '#log-out' of"])
    let second = try await build()
    #expect(!second.isUnchanged)
    #expect(second.remarks.isEmpty)
    #expect(try await build().isUnchanged)
    try folder.write("<p>Other", to: "site/index.html")
    try folder.write("# Home\n\n## Sign out\n\nText\n", to: "root/content/index.md")
    #expect(try await build().remarks.count == 1)
    #expect(try await build().remarks.isEmpty)
  }

  /// A sample may do something else when it is no longer confined.
  @Test func samplesThatRunInAnotherWayRunAgain() async throws {
    _ = try await build()
    #expect(try await build().isUnchanged)
    #expect(try await !build(confinement: .off).isUnchanged)
  }

  private func text(of report: BuildReport) -> String {
    let text = DiagnosticText(files: report.sources)
    return report.diagnostics.map { text.text(of: $0) }.joined()
  }

  private func build(confinement: ConfinementPolicy = .auto) async throws -> BuildReport {
    var options = SiteBuilder.Options(
      root: folder.url.appending(path: "root"), output: folder.url.appending(path: "site"))
    options.usesRecord = true
    return try await SiteBuilder(options: options, package: .testing, confinement: confinement)
      .build()
  }
}
