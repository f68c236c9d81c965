import DocgenTestSupport
import Foundation
import Testing

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
