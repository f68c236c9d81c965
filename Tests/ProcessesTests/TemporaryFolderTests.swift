import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

/// A build leaves nothing in the folder for temporary files, even if it is killed.
@Suite struct TemporaryFolderTests {
  @Test func foldersOfKilledBuildsAreRemovedAndOthersAreNot() throws {
    let folder = try DocgenTestSupport.TemporaryFolder()
    let path = folder.url.path
    let living = try DocgenProcesses.TemporaryFolder(forBuildIn: path)
    try folder.write("", to: "docgen-build-DEAD.lock")
    try folder.write("x", to: "docgen-build-DEAD/run-1/fixtures/a.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: "\(path)/docgen-build-DEAD/run-1/fixtures")
    try folder.write("mine", to: "docgen-notes/a.txt")
    let next = try DocgenProcesses.TemporaryFolder(forBuildIn: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let kept = [living.path, next.path].map { URL(filePath: $0).lastPathComponent }
    #expect(Set(names) == Set(kept + kept.map { "\($0).lock" } + ["docgen-notes"]))
    withExtendedLifetime(living) {}
  }

  @Test func whatIsUnwritableInItGoesToo() throws {
    let parent = try DocgenTestSupport.TemporaryFolder()
    var folder: DocgenProcesses.TemporaryFolder? = try .init(in: parent.url.path, named: "run")
    try folder?.write([], to: "fixtures/a.json")
    let fixtures = try #require(try folder?.makeFolder("fixtures"))
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: fixtures)
    folder = nil
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.url.path) == [])
  }
}
