import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

/// Every folder of `Fixtures/Build` is a site that `docgen` is run on, from outside.
///
/// What samples do is shown by the fixtures of the engine; here is what only the program does.
@Suite(.fewAtOnce) struct BuildFixtureTests {
  @Test(arguments: Fixture.all(in: "Build"))
  func buildsAsExpected(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    try Self.link(as: fixture.text("links.txt"), in: root)
    try folder.write("index.html\n", to: "root/site/.docgen")
    try folder.write("the last good site", to: "root/site/index.html")

    let shell = DocgenShell(folder: folder.url)
    let status = try await shell.expect(fixture, "expected.txt")
    for page in Self.pages(of: fixture) {
      fixture.expect(folder.text("root/site/\(page)") ?? "", equals: "site/\(page)")
    }
    if status != 0 {
      #expect(folder.text("root/site/index.html") == "the last good site")
      #expect(folder.text("root/site/.docgen") == "index.html\n")
    } else {
      #expect(folder.text("root/site/.docgen") != "index.html\n")
    }
    let beside = try FileManager.default.contentsOfDirectory(atPath: root.path)
    #expect(!beside.contains { $0.hasPrefix(".site") }, "nothing half-made is left behind")
  }

  /// One site, reported in each format: the first build makes what the others find in the cache.
  @Test func reportsInEachFormat() async throws {
    let folder = try TemporaryFolder()
    let fixture = try #require(Fixture.all().first { $0.name == "Reports" })
    try FileManager.default.copyItem(
      at: fixture.folder.appending(path: "input"), to: folder.url.appending(path: "root"))
    let shell = DocgenShell(folder: folder.url)
    for format in ["junit", "json", "sarif", "github"] {
      #expect(try await shell.expect(fixture, "\(format).txt") == 1)
    }
  }

  /// No kind of problem without a fixture that shows it.
  @Test func showsEveryKindOfProblem() {
    let texts =
      ["Build", "Update", "WrongPages"].flatMap { Fixture.all(in: $0) }
      .compactMap { $0.text("expected.txt") }
      // What needs an earlier build.
      + Fixture.all(in: "Again").flatMap { fixture in
        (1...9).compactMap { fixture.text("\($0)/expected.txt") }
      }
      // What a module of this package doesn't have.
      + Fixture.all(in: "../../PipelineTests/Fixtures/Reference")
      .flatMap { [$0.text("expected.txt"), $0.text("stale.txt")] }.compactMap(\.self)
      // What samples do is shown by a fixture of the engine.
      + Fixture.all(in: "../../SamplesTests/Fixtures").compactMap { $0.text("outcomes.txt") }
    let missing = Diagnostic.ID.allCases.filter { id in
      !texts.contains { $0.contains("[\(id.rawValue)]") }
    }
    #expect(missing.isEmpty, "no fixture shows \(missing.map(\.rawValue))")
  }

  /// The pages that a case shows as they must be, where its point is in them.
  private static func pages(of fixture: Fixture) -> [String] {
    let folder = fixture.folder.appending(path: "site")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { $0.hasSuffix(".html") }.sorted()
  }

  /// Makes the symbolic links of a case; its `links.txt` names a path and a target on each line, for
  /// not every way to hand a project on keeps links themselves.
  private static func link(as list: String?, in root: URL) throws {
    for line in (list ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      try FileManager.default.createSymbolicLink(
        atPath: root.appending(path: words[0]).path, withDestinationPath: words[1])
    }
  }
}
