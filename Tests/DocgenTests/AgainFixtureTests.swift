import Foundation
import Testing
import TestSupport

/// Every folder of `Fixtures/Again` is a site that is built several times: what each build says tells what it
/// took from those before.
@Suite(.fewAtOnce) struct AgainFixtureTests {
  /// A step's folder holds files that are written over those of the steps before, and the words that
  /// `docgen` is started with; `move` before them gives the site's folder another name.
  @Test(arguments: Fixture.all(in: "Again"))
  func takesWhatIsThere(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    var root = folder.url.appending(path: "root")
    for step in 1... {
      guard let text = fixture.text("\(step)/arguments.txt") else { break }
      var words = text.split(separator: "\n").map(String.init)
      if words.first == "move" {
        words.removeFirst()
        let other = folder.url.appending(path: "of another name")
        try FileManager.default.moveItem(at: root, to: other)
        root = other
      }
      try Self.lay(fixture.folder.appending(path: "\(step)/input"), over: root)
      let run = try await Self.docgen(words, root)
      fixture.expect(Self.counts(run.output), equals: "\(step)/expected.txt")
    }
    let site = Self.files(of: root.appending(path: "site"))
    if site.isEmpty { return }
    // However a build came by what it knows, it makes what a first one makes.
    let clean = folder.url.appending(path: "clean")
    try Self.lay(root.appending(path: "content"), over: clean.appending(path: "content"))
    #expect(try await Self.docgen(["build"], clean).status == 0)
    #expect(Self.files(of: clean.appending(path: "site")) == site)
  }

  private static func docgen(_ words: [String], _ root: URL) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), words + ["--root", root.path])
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

  /// What a build says, without what differs from machine to machine.
  private static func counts(_ text: String) -> String {
    BuildFixtureTests.sortingFailures(text).replacing(
      /, \d+\.\d s$/.anchorsMatchLineEndings(), with: ""
    )
    .replacing(/, \d+ (unconfined|confined by \w+)/, with: "")
  }
}
