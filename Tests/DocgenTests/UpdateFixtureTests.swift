import DocgenTestSupport
import Foundation
import Testing

/// The pages of `Fixtures/Update.txt` are a site that `docgen build --update` is run on, twice.
@Suite(.fewAtOnce) struct UpdateFixtureTests {
  @Test func updatesAsExpected() async throws {
    let fixture = try Fixture.named("Update")
    let folder = try TemporaryFolder()
    let content = folder.url.appending(path: "root/content")
    try folder.write(fixture.inputs, to: "root/content")
    let pages = fixture.inputs.map(\.name)
    for page in pages {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: content.appending(path: page).path)
    }

    let shell = DocgenShell(folder: folder.url)
    // What was put right is built again, from what the first build left in the cache.
    let status = try await shell.expect(fixture)
    for page in pages {
      fixture.expect(folder.text("root/content/\(page)") ?? "", equals: "expected/\(page)")
      let attributes = try FileManager.default.attributesOfItem(
        atPath: content.appending(path: page).path)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: content.path).sorted() == pages,
      "nothing half-made is left behind")

    let again = try await Self.update(folder.url.appending(path: "root"))
    for page in pages {
      #expect(folder.text("root/content/\(page)") == fixture.text("expected/\(page)"))
    }
    #expect(!again.errorOutput.contains(": update: "))
    #expect(again.status == status)
  }

  private static func update(_ root: URL) async throws -> RunningProgram.Result {
    try await docgen(["build", "--update", "--root", root.path])
  }

  @Test func leavesReadOnlyFiles() async throws {
    let folder = try TemporaryFolder()
    let page = "```swift runnable\nprint(1)\n```\n\n```output\n2\n```\n"
    try folder.write(page, to: "root/content/index.md")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444],
      ofItemAtPath: folder.url.appending(path: "root/content/index.md").path)
    let run = try await Self.update(folder.url.appending(path: "root"))
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("content/index.md:5:1: error: this file is read-only"))
    #expect(folder.text("root/content/index.md") == page)
  }

  @Test func writesTheFileBehindALink() async throws {
    let folder = try TemporaryFolder()
    let page = "```swift runnable\nprint(1)\n```\n\n```output\n2\n```\n"
    try folder.write(page, to: "root/Samples/page.md")
    try folder.write("# Home\n", to: "root/content/index.md")
    let link = folder.url.appending(path: "root/content/link.md").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../Samples/page.md")
    let run = try await Self.update(folder.url.appending(path: "root"))
    #expect(run.status == 0)
    #expect(folder.text("root/Samples/page.md") == page.replacing("2", with: "1"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../Samples/page.md")
  }
}

/// Every file of `Fixtures/Again` is a site that is built several times: what each build prints
/// shows what it took from those before.
@Suite(.fewAtOnce) struct AgainFixtureTests {
  /// The parts of a step, such as `2/content/a.md`, are written over those of the steps before; its
  /// last part is what `docgen` prints then.
  @Test(arguments: Fixture.all(in: "Again"))
  func takesWhatIsThere(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let shell = DocgenShell(folder: folder.url)
    for part in fixture.parts {
      let path = part.name.drop { $0 != "/" }
      if path == "/expected" {
        try await shell.expect(fixture, part.name)
      } else {
        try folder.write(part.bytes, to: "root\(path)")
      }
    }
    let isMoved = folder.text("moved/content/index.md") != nil
    let root = folder.url.appending(path: isMoved ? "moved" : "root")
    let site = Self.files(of: root.appending(path: "site"))
    if site.isEmpty { return }
    // However a build came by what it knows, it makes what a first one makes.
    let clean = folder.url.appending(path: "clean")
    try FileManager.default.createDirectory(at: clean, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: root.appending(path: "content"), to: clean.appending(path: "content"))
    let run = try await docgen(["build", "--root", clean.path])
    #expect(run.status == 0)
    #expect(Self.files(of: clean.appending(path: "site")) == site)
  }

  private static func files(of folder: URL) -> [String: Data] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.reduce(into: [:]) { files, name in
      files[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
    }
  }
}
