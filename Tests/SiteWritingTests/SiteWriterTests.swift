import DocModel
import Foundation
import SiteWriting
import TestSupport
import Testing

@Suite struct SiteWriterTests {
  private let folder: TemporaryFolder
  private var output: URL { folder.url.appending(path: "site") }

  init() throws { folder = try TemporaryFolder() }

  private func site(_ texts: [String: String]) -> [RenderedFile] {
    texts.sorted { $0.key < $1.key }.map { RenderedFile(path: $0.key, text: $0.value) }
  }

  @Test func writesAndReplaces() throws {
    let writer = SiteWriter(output: output)
    let first = try writer.write(site(["index.html": "1", "a/b/c.html": "2", "gone.html": "3"]))
    #expect(first == SiteWriter.Changes(added: 3))
    let second = try writer.write(site(["index.html": "1", "a/b/c.html": "new", "d.html": "4"]))
    #expect(second == SiteWriter.Changes(added: 1, changed: 1, removed: 1, unchanged: 1))
    #expect(folder.text("site/a/b/c.html") == "new")
    #expect(folder.text("site/gone.html") == nil)
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }

  @Test func leavesAnUnchangedSiteAlone() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["index.html": "1"]))
    let before = try FileManager.default.attributesOfItem(atPath: output.path)[.systemFileNumber]
    try #expect(writer.write(site(["index.html": "1"])) == SiteWriter.Changes(unchanged: 1))
    let after = try FileManager.default.attributesOfItem(atPath: output.path)[.systemFileNumber]
    #expect(before as? Int == after as? Int)
  }

  @Test func keepsHiddenFiles() throws {
    try folder.write("*\n", to: "site/.gitignore")
    _ = try SiteWriter(output: output).write(site(["index.html": "1"]))
    _ = try SiteWriter(output: output).write(site(["index.html": "2"]))
    #expect(folder.text("site/.gitignore") == "*\n")
    #expect(folder.text("site/index.html") == "2")
  }

  @Test func refusesAFolderOfSomebodyElse() throws {
    try folder.write("precious", to: "site/thesis.txt")
    let error = #expect(throws: SiteWriter.WriteError.self) {
      try SiteWriter(output: output).write(site(["index.html": "1"]))
    }
    #expect(error.map { "\($0)".contains("thesis.txt") } == true)
    #expect(folder.text("site/thesis.txt") == "precious")
  }

  @Test func losesNothingWhenTheNewSiteCannotBeLaidOut() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["index.html": "good"]))
    #expect(throws: SiteWriter.WriteError.self) {
      try writer.write([
        RenderedFile(path: "a", text: "a file"), RenderedFile(path: "a/b", text: "below a file"),
      ])
    }
    #expect(folder.text("site/index.html") == "good")
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }

  @Test func removesWhatAKilledBuildLeft() throws {
    try folder.write("half", to: ".site.docgen-new/index.html")
    _ = try SiteWriter(output: output).write(site(["index.html": "whole"]))
    #expect(folder.text("site/index.html") == "whole")
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }
}
