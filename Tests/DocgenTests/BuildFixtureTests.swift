import DocgenGround
import DocgenHashing
import DocgenTestSupport
import Foundation
import Testing

/// Every file of `Fixtures/Build` is a site that `docgen` is run on, from outside.
///
/// What samples do is shown by the fixtures of the engine; here is what only the program does.
@Suite(.fewAtOnce) struct BuildFixtureTests {
  @Test(arguments: Fixture.all(in: "Build"))
  func buildsAsExpected(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    try folder.write(fixture.inputs, to: "root")
    try Self.link(as: folder.text("root/links"), in: root)
    let list = Digest.sha256.hex("the last good site".utf8) + " index.html\n"
    try folder.write(list, to: "root/site/.docgen")
    try folder.write("the last good site", to: "root/site/index.html")

    let shell = DocgenShell(folder: folder.url)
    let status = try await shell.expect(fixture)
    // The pages that a case shows as they must be, where its point is in them.
    for part in fixture.parts.map(\.name) where part.hasPrefix("expected/") {
      fixture.expect(folder.text("root/site/\(part.dropFirst(9))") ?? "", equals: part)
    }
    if status != 0 {
      #expect(folder.text("root/site/index.html") == "the last good site")
      #expect(folder.text("root/site/.docgen") == list)
    } else {
      #expect(folder.text("root/site/.docgen") != list)
    }
    let beside = try FileManager.default.contentsOfDirectory(atPath: root.path)
    #expect(
      beside.filter { $0.hasPrefix(".site") } == [], "nothing half-made is left behind")
  }

  /// One site, reported in each format: the first build makes what the others find in the cache.
  @Test func reportsInEachFormat() async throws {
    let folder = try TemporaryFolder()
    let fixture = try Fixture.named("Reports")
    try folder.write(fixture.inputs, to: "root")
    let shell = DocgenShell(folder: folder.url)
    for format in ["junit", "json", "sarif", "github"] {
      #expect(try await shell.expect(fixture, "expected/\(format)") == 1)
    }
  }

  /// No kind of problem without a fixture that shows it.
  @Test func showsEveryKindOfProblem() {
    let folders = [
      "", "Again", "Build", "WrongPages", "../../DocumentParsingTests/Fixtures",
      "../../PipelineTests/Fixtures/Reference", "../../SamplesTests/Fixtures",
    ]
    let texts = folders.flatMap { Fixture.all(in: $0) }.flatMap(\.parts)
      .filter { $0.name.contains("expected") }.map { String(decoding: $0.bytes, as: UTF8.self) }
    let missing = Diagnostic.ID.allCases.filter { id in
      !texts.contains { $0.contains("[\(id.rawValue)]") }
    }
    #expect(missing.isEmpty, "no fixture shows \(missing.map(\.rawValue))")
  }

  /// Creates the symbolic links of a case, whose part `links` has a path and a target on each line.
  private static func link(as list: String?, in root: URL) throws {
    for line in (list ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      try FileManager.default.createSymbolicLink(
        atPath: root.appending(path: words[0]).path, withDestinationPath: words[1])
    }
  }
}
