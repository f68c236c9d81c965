import Foundation
import Testing
import TestSupport

/// Every folder of `Fixtures/Update` is a site that `docgen build --update` is run on, twice.
@Suite(.fewAtOnce) struct UpdateFixtureTests {
  private static func update(_ root: URL) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), ["build", "--update", "--root", root.path])
  }

  @Test(arguments: Fixture.all(in: "Update"))
  func updatesAsExpected(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    let page = root.appending(path: "content/index.md")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: page.path)

    let run = try await Self.update(root)
    fixture.expect(
      run.errorOutput.replacing(root.path, with: "[ROOT]"), equals: "expected/stderr.txt")
    // What was put right is built again, from what the first build left in the cache.
    #expect(run.output.contains(" (0 cached, "), "the last line tells of both builds")
    let written = folder.text("root/content/index.md") ?? ""
    fixture.expect(written, equals: "expected/index.md")
    let attributes = try FileManager.default.attributesOfItem(atPath: page.path)
    #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: page.deletingLastPathComponent().path)
    #expect(files == ["index.md"], "nothing half-made is left behind")

    let again = try await Self.update(root)
    #expect(folder.text("root/content/index.md") == written)
    #expect(!again.errorOutput.contains(": update: "))
    #expect(again.status == run.status)
  }

  @Test func neverWritesOutsideContent() async throws {
    let folder = try TemporaryFolder()
    let page = "```swift runnable\nprint(1)\n```\n\n```output\n2\n```\n"
    try folder.write(page, to: "root/Samples/page.md")
    try folder.write("# Home\n", to: "root/content/index.md")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "root/content/link.md").path,
      withDestinationPath: "../Samples/page.md")
    let run = try await Self.update(folder.url.appending(path: "root"))
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("content/link.md:5:1: error: this page is a link to a file"))
    #expect(folder.text("root/Samples/page.md") == page)
  }
}
