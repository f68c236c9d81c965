import DocgenTestSupport
import Foundation
import Testing

/// `docgen samples`, run on the site in `Fixtures/Samples.txt`, from outside.
@Suite(.fewAtOnce) struct SamplesFixtureTests {
  private static var fixture: Fixture { get throws { try .named("Samples") } }

  @Test(arguments: [("list", 0), ("run", 0), ("run-fails", 1), ("unknown-name", 2)])
  func doesAsExpected(_ name: String, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let fixture = try Self.fixture
    try folder.write(fixture.inputs, to: "root")
    let shell = DocgenShell(folder: folder.url)
    #expect(try await shell.expect(fixture, "expected/\(name)") == status)
  }

  @Test func runsAndListsOnStandardOutput() async throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "root")
    try folder.write(Self.fixture.inputs, to: "root")
    #expect(try await docgen(["samples", "list", "--root", root.path]).errorOutput.isEmpty)
    let running = try await docgen(["samples", "run", "sign-in", "--root", root.path])
    #expect(running.output == "signed in as alice\n")
    #expect(running.errorOutput.isEmpty)
  }

  @Test func anExportedProgramIsOnTheSite() async throws {
    let folder = try TemporaryFolder()
    let root = try await Self.export(into: folder)
    let export = folder.url.appending(path: "export")
    for file in ["Package.swift", "README.md"] {
      try Self.fixture.expect(folder.text("export/\(file)") ?? "", equals: "expected/\(file)")
    }
    let again = try await docgen(
      ["samples", "export", "count-trips", export.path, "--root", root.path])
    #expect(again.status == 2)
    #expect(again.errorOutput.contains("isn't an empty folder; name a new one"))

    try FileManager.default.removeItem(at: root.appending(path: "Samples/SignOut.swift"))
    try folder.write("[The package](gallery/count-trips.zip)\n", to: "root/content/index.md")
    let building = try await docgen(["build", "--root", root.path])
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
    let root = folder.url.appending(path: "root")
    try folder.write(fixture.inputs, to: "root")
    let export = folder.url.appending(path: "export").path
    let exporting = try await docgen(
      ["samples", "export", "count-trips", export, "--root", root.path])
    #expect(exporting.status == 0, "\(exporting.errorOutput)")
    #expect(
      exporting.output == "exported count-trips to '\(export)'; run it there with 'swift run'\n")
    return root
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
