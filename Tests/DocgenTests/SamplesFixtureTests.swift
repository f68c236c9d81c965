import Foundation
import TestSupport
import Testing

/// Every folder of `Fixtures/Samples` is a site that `docgen samples` is run on, from outside.
@Suite(.fewAtOnce) struct SamplesFixtureTests {
  @Test(arguments: Fixture.all(in: "Samples"))
  func doesAsExpected(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    let export = folder.url.appending(path: "export").path
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    let words = (fixture.text("arguments.txt") ?? "").replacing("[EXPORT]", with: export)
      .split(separator: "\n").map(String.init)
    let run = try await docgen(["samples"] + words, root)
    fixture.expect(
      run.output.replacing(export, with: "[EXPORT]"), equals: "expected/stdout.txt")
    fixture.expect(run.errorOutput, equals: "expected/stderr.txt")
    fixture.expect("\(run.status)\n", equals: "expected/status.txt")
    for file in ["Package.swift", "README.md"] {
      fixture.expect(folder.text("export/\(file)") ?? "", equals: "expected/export/\(file)")
    }
  }

  @Test func anExportedProgramBuildsByItselfAndIsOnTheSite() async throws {
    let folder = try TemporaryFolder()
    let fixture = try #require(Fixture.all(in: "Samples").first { $0.name == "export" })
    let root = folder.url.appending(path: "root")
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    try folder.write("[The package](gallery/count-trips.zip)\n", to: "root/content/index.md")

    let export = folder.url.appending(path: "export")
    let exporting = try await docgen(["samples", "export", "count-trips", export.path], root)
    #expect(exporting.status == 0, "\(exporting.errorOutput)")
    let again = try await docgen(["samples", "export", "count-trips", export.path], root)
    #expect(again.status == 2)
    #expect(again.errorOutput.contains("isn't an empty folder; name a new one"))

    let building = try await docgen(["build"], root)
    #expect(building.status == 0, "\(building.errorOutput)")
    let archive = try Data(contentsOf: root.appending(path: "site/gallery/count-trips.zip"))
    let files = folder.snapshot().filter { $0.key.hasPrefix("export/") }
    for path in files.keys {
      #expect(archive.range(of: Data("count-trips/\(path.dropFirst(7))".utf8)) != nil)
    }

    let swift = try #require(
      SearchPath.usable.split(separator: ":").map { URL(filePath: "\($0)/swift") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let run = try await RunningProgram.run(swift, ["run", "--package-path", export.path])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output == "trips: 2\n")
  }

  private func docgen(_ words: [String], _ root: URL) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), words + ["--root", root.path])
  }
}
