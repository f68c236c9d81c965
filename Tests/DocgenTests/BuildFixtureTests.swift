import Foundation
import Ground
import Testing
import TestSupport

/// Every folder of `Fixtures/Build` is a site that `docgen build` is run on, from outside.
@Suite(.fewAtOnce) struct BuildFixtureTests {
  @Test(arguments: Fixture.all(in: "Build"))
  func buildsAsExpected(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    try Self.link(as: fixture.text("links.txt"), in: root)
    try folder.write("index.html\n", to: "root/site/.docgen")
    try folder.write("the last good site", to: "root/site/index.html")

    let words = fixture.text("arguments.txt")?.split(separator: "\n").map(String.init) ?? []
    let run = try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), ["build", "--root", root.path] + words)
    fixture.expect(Self.normalised(run.errorOutput, root), equals: "expected/stderr.txt")
    let output = Self.sortingFailures(Self.normalised(run.output, root))
    fixture.expect(output, equals: "expected/stdout.txt")
    fixture.expect("\(run.status)\n", equals: "expected/status.txt")
    for page in Self.pages(of: fixture) {
      fixture.expect(folder.text("root/site/\(page)") ?? "", equals: "expected/site/\(page)")
    }
    if run.status != 0 {
      #expect(folder.text("root/site/index.html") == "the last good site")
      #expect(folder.text("root/site/.docgen") == "index.html\n")
    } else {
      #expect(folder.text("root/site/.docgen") != "index.html\n")
    }
    let beside = try FileManager.default.contentsOfDirectory(atPath: root.path)
    #expect(!beside.contains { $0.hasPrefix(".site") }, "nothing half-made is left behind")
  }

  /// No kind of problem without a fixture that shows it.
  @Test func showsEveryKindOfProblem() {
    // What a site's own checks find first is shown by a fixture of the engine.
    let texts =
      Fixture.all(in: "Build").compactMap { $0.text("expected/stderr.txt") }
      + Fixture.all(in: "../../SamplesTests/Fixtures").compactMap { $0.text("outcomes.txt") }
    let missing = Diagnostic.ID.allCases.filter { id in
      !texts.contains { $0.contains("[\(id.rawValue)]") }
    }
    #expect(missing.isEmpty, "no fixture shows \(missing.map(\.rawValue))")
  }

  /// The pages that a case shows as they must be, where its point is in them.
  private static func pages(of fixture: Fixture) -> [String] {
    let folder = fixture.folder.appending(path: "expected/site")
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

  /// Samples fail in any order.
  static func sortingFailures(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let failures = lines.prefix { $0.contains(": error: ") }
    return (failures.sorted() + lines.dropFirst(failures.count)).joined(separator: "\n")
  }

  private static func normalised(_ text: String, _ root: URL) -> String {
    text.replacing(root.path, with: "[ROOT]")
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "[UUID]")
      .replacing(/, \d+\.\d s$/.anchorsMatchLineEndings(), with: ", [TIME]")
      .replacing(/, \d+ (unconfined|confined by \w+)/, with: "")
      // The seconds of reports in JSON and XML.
      .replacing(/"seconds":{[^}]*}/, with: "\"seconds\":[TIMES]")
      .replacing(/("(?:s|linkS)econds":)\d+(?:\.\d+)?/) { "\($0.1)[TIME]" }
      .replacing(/\ time="[0-9.]+"/, with: " time=\"[TIME]\"")
  }
}
