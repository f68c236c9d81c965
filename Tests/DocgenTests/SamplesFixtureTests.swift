import DocgenTestSupport
import Foundation
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
    let run = try await Self.docgen(["samples"] + words, root)
    fixture.expect(
      run.output.replacing(export, with: "[EXPORT]"), equals: "expected/stdout.txt")
    fixture.expect(run.errorOutput, equals: "expected/stderr.txt")
    fixture.expect("\(run.status)\n", equals: "expected/status.txt")
    for file in ["Package.swift", "README.md"] {
      fixture.expect(folder.text("export/\(file)") ?? "", equals: "expected/export/\(file)")
    }
  }

  @Test func anExportedProgramIsOnTheSite() async throws {
    let folder = try TemporaryFolder()
    let root = try await Self.export(into: folder)
    let export = folder.url.appending(path: "export")
    let again = try await Self.docgen(["samples", "export", "count-trips", export.path], root)
    #expect(again.status == 2)
    #expect(again.errorOutput.contains("isn't an empty folder; name a new one"))

    try folder.write("[The package](gallery/count-trips.zip)\n", to: "root/content/index.md")
    let building = try await Self.docgen(["build"], root)
    #expect(building.status == 0, "\(building.errorOutput)")
    let archive = try Data(contentsOf: root.appending(path: "site/gallery/count-trips.zip"))
    let files = folder.snapshot().filter { $0.key.hasPrefix("export/") }
    for path in files.keys {
      #expect(archive.range(of: Data("count-trips/\(path.dropFirst(7))".utf8)) != nil)
    }
  }

  /// Exports the program `count-trips` to a folder's `export`.
  ///
  /// - Returns: the site's root.
  static func export(into folder: TemporaryFolder) async throws -> URL {
    let fixture = try #require(Fixture.all(in: "Samples").first { $0.name == "export" })
    let root = folder.url.appending(path: "root")
    try FileManager.default.copyItem(at: fixture.folder.appending(path: "input"), to: root)
    let export = folder.url.appending(path: "export").path
    let exporting = try await docgen(["samples", "export", "count-trips", export], root)
    #expect(exporting.status == 0, "\(exporting.errorOutput)")
    return root
  }

  private static func docgen(_ words: [String], _ root: URL) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      BuiltProducts.folder.appending(path: "docgen"), words + ["--root", root.path])
  }
}

/// The package of an exported program needs nothing else; SwiftPM compiles it from nothing.
@Suite(.loadTest) struct ExportedProgramLoadTests {
  @Test func buildsByItself() async throws {
    let folder = try TemporaryFolder()
    _ = try await SamplesFixtureTests.export(into: folder)
    let swift = try #require(
      SearchPath.usable.split(separator: ":").map { URL(filePath: "\($0)/swift") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let run = try await RunningProgram.run(
      swift, ["run", "--package-path", folder.url.appending(path: "export").path])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output == "trips: 2\n")
  }
}
