import DocgenTestSupport
import Foundation
import Testing

/// The pages of `Fixtures/Update/site/content` are a site that `docgen build --update` is run on, twice;
/// `updated` holds them as they are afterwards.
@Suite(.fewAtOnce) struct UpdateFixtureTests {
  @Test func updatesAsExpected() async throws {
    let fixture = try #require(Fixture.all(in: "Update").first)
    let folder = try TemporaryFolder()
    let content = folder.url.appending(path: "root/content")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "root"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "content"), to: content)
    let pages = try FileManager.default.contentsOfDirectory(atPath: content.path).sorted()
    for page in pages {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: content.appending(path: page).path)
    }

    let shell = DocgenShell(folder: folder.url)
    // What was put right is built again, from what the first build left in the cache.
    let status = try await shell.expect(fixture, "expected.txt")
    for page in pages {
      fixture.expect(folder.text("root/content/\(page)") ?? "", equals: "updated/\(page)")
      let attributes = try FileManager.default.attributesOfItem(
        atPath: content.appending(path: page).path)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: content.path).sorted() == pages,
      "nothing half-made is left behind")

    let again = try await Self.update(folder.url.appending(path: "root"))
    for page in pages {
      #expect(folder.text("root/content/\(page)") == fixture.text("updated/\(page)"))
    }
    #expect(!again.errorOutput.contains(": update: "))
    #expect(again.status == status)
  }

  private static func update(_ root: URL) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), ["build", "--update", "--root", root.path])
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

/// Every folder of `Fixtures/Again` is a site that is built several times: what each build prints shows
/// what it took from those before.
@Suite(.fewAtOnce) struct AgainFixtureTests {
  /// A step's folder holds files that are written over those of the steps before, and what `docgen`
  /// prints then.
  @Test(arguments: Fixture.all(in: "Again"))
  func takesWhatIsThere(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let shell = DocgenShell(folder: folder.url)
    for step in 1... {
      guard fixture.text("\(step)/expected.txt") != nil else { break }
      try Self.lay(
        fixture.folder.appending(path: "\(step)/input"), over: folder.url.appending(path: "root"))
      try await shell.expect(fixture, "\(step)/expected.txt")
    }
    let isMoved = folder.text("moved/content/index.md") != nil
    let root = folder.url.appending(path: isMoved ? "moved" : "root")
    let site = Self.files(of: root.appending(path: "site"))
    if site.isEmpty { return }
    // However a build came by what it knows, it makes what a first one makes.
    let clean = folder.url.appending(path: "clean")
    try Self.lay(root.appending(path: "content"), over: clean.appending(path: "content"))
    let run = try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), ["build", "--root", clean.path])
    #expect(run.status == 0)
    #expect(Self.files(of: clean.appending(path: "site")) == site)
  }

  private static func files(of folder: URL) -> [String: Data] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.reduce(into: [:]) { files, name in
      files[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
    }
  }

  private static func lay(_ input: URL, over root: URL) throws {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: input.path)) ?? []
    for name in names where name.contains(".") {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contentsOf: input.appending(path: name)).write(to: file)
    }
  }
}
