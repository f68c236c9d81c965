import DocgenDocModel
import DocgenHashing
@testable import DocgenPipeline
import DocgenTestSupport
import Foundation
import Testing

@Suite struct SiteWriterTests {
  private let folder: TemporaryFolder
  private var output: URL { folder.url.appending(path: "site") }

  init() throws { folder = try TemporaryFolder() }

  @Sendable private func site(_ texts: [String: String]) -> [RenderedFile] {
    texts.sorted { $0.key < $1.key }.map { RenderedFile(path: $0.key, text: $0.value) }
  }

  @Test func writesAndReplaces() throws {
    let writer = SiteWriter(output: output)
    let first = try writer.write(site(["index.html": "1", "a/b/c.html": "2", "gone.html": "3"]))
    #expect(first == SiteWriter.Changes(added: 3))
    let second = try writer.write(site(["index.html": "1", "a/b/c.html": "new", "d.html": "4"]))
    var changes = SiteWriter.Changes(added: 1, changed: 1, removed: 1, unchanged: 1)
    changes.removedPages = ["gone.html"]
    #expect(second == changes)
    #expect(folder.text("site/a/b/c.html") == "new")
    #expect(folder.text("site/gone.html") == nil)
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }

  @Test func whoWritesAtOnceWritesOneAfterTheOther() async throws {
    let writer = SiteWriter(output: output)
    let names = (1...20).map { "page\($0).html" }
    let site = self.site
    for round in 1...5 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for build in 1...6 {
          // The last one changes a single page.
          let texts = names.map {
            ($0, build == 6 && $0 != names[0] ? "\(round)" : "\(round).\(build)")
          }
          group.addTask {
            _ = try writer.write(site(Dictionary(uniqueKeysWithValues: texts)))
          }
        }
        try await group.waitForAll()
      }
      let found = Set(names.dropFirst().map { folder.text("site/\($0)") ?? "missing" })
      #expect(found.count == 1 && !found.contains("missing"))
      let first = folder.text("site/\(names[0])") ?? "missing"
      #expect(found == [first] || found == ["\(round)"] && first == "\(round).6")
      try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
    }
  }

  @Test func aFileInTheSitesPlaceStays() throws {
    try folder.write("mine", to: "site")
    let error = #expect(throws: SiteWriter.WriteError.self) {
      try SiteWriter(output: output).write(site(["index.html": "1"]))
    }
    #expect("\(try #require(error))".contains("it is a file"))
    #expect(folder.text("site") == "mine")
  }

  @Test func leavesAnUnchangedSiteAlone() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["index.html": "1"]))
    let before = try FileManager.default.attributesOfItem(atPath: output.path)[.systemFileNumber]
    try #expect(writer.write(site(["index.html": "1"])) == SiteWriter.Changes(unchanged: 1))
    let after = try FileManager.default.attributesOfItem(atPath: output.path)[.systemFileNumber]
    #expect(before as? Int == after as? Int)
  }

  @Test func keepsUnchangedFilesThemselves() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["index.html": "1", "a/b/c.html": "2"]))
    let before = try Self.number(of: output.appending(path: "index.html"))
    let changes = try writer.write(site(["index.html": "1", "a/b/c.html": "new"]))
    #expect(changes == SiteWriter.Changes(changed: 1, unchanged: 1))
    #expect(folder.text("site/a/b/c.html") == "new")
    try #expect(Self.number(of: output.appending(path: "index.html")) == before)
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }

  private static func number(of file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
  }

  @Test(arguments: ["site/a", "site/a/b.html"])
  func neverWritesThroughALink(_ place: String) throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a/b.html": "1", "index.html": "1"]))
    try folder.write("mine", to: "elsewhere/b.html")
    let link = folder.url.appending(path: place)
    try FileManager.default.removeItem(at: link)
    let target = place.hasSuffix("a") ? "elsewhere" : "elsewhere/b.html"
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appending(path: target))
    _ = try writer.write(site(["a/b.html": "2", "index.html": "1"]))
    #expect(folder.text("elsewhere/b.html") == "mine")
    #expect(folder.text("site/a/b.html") == "2")
    let type = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
    #expect(type as? FileAttributeType != .typeSymbolicLink)
  }

  @Test func aLinkToTheSiteStays() throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: output)
    for texts in [
      ["a.html": "1", "b.html": "1"], ["a.html": "2", "b.html": "2"],
      ["a.html": "3", "b.html": "2"],
    ] {
      _ = try SiteWriter(output: output).write(site(["c.html": "1"]))
      _ = try SiteWriter(output: link).write(site(texts))
      #expect(folder.text("site/a.html") == texts["a.html"])
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("site"))
    }
  }

  @Test func aLinkToNothingIsTold() throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appending(path: "site")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere")
    let error = #expect(throws: SiteWriter.WriteError.self) {
      _ = try SiteWriter(output: link).write(site(["index.html": "a"]))
    }
    #expect(
      "\(try #require(error))".hasSuffix(
        "it is a link to 'nowhere', which isn't there; make that folder, or remove the link"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "nowhere")
  }

  @Test func whatDocgenDidNotWriteStays() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a/b.html": "1", "index.html": "1"]))
    try folder.write("example.com", to: "site/CNAME")
    try folder.write("mine", to: "site/a/notes/mine.txt")
    try folder.write("mine", to: "site/empty/x")
    try FileManager.default.removeItem(at: output.appending(path: "empty/x"))
    for texts in [["a/b.html": "2", "index.html": "2"], ["c.html": "3"], ["a/b.html": "4"]] {
      let changes = try writer.write(site(texts))
      #expect(changes.overwritten.isEmpty)
      #expect(folder.text("site/CNAME") == "example.com")
      #expect(folder.text("site/a/notes/mine.txt") == "mine")
      #expect(FileManager.default.fileExists(atPath: output.appending(path: "empty").path))
    }
    #expect(folder.text("site/index.html") == nil && folder.text("site/c.html") == nil)
  }

  @Test func whatWasChangedByHandIsNamed() throws {
    let writer = SiteWriter(output: output)
    let texts = ["a.html": "1", "b.html": "1", "c.html": "1", "d.html": "1"]
    _ = try writer.write(site(texts))
    for name in ["a", "b", "d"] { try folder.write("mine", to: "site/\(name).html") }
    var changes = try writer.write(site(["a.html": "1", "b.html": "mine", "c.html": "2"]))
    #expect(changes.overwritten == ["a.html", "d.html"])
    try folder.write("mine", to: "site/c.html")
    changes = try writer.write(site(["a.html": "1", "b.html": "mine", "c.html": "3"]))
    #expect(changes.overwritten == ["c.html"])
    changes = try writer.write(site(["a.html": "1", "b.html": "mine", "c.html": "4"]))
    #expect(changes == SiteWriter.Changes(changed: 1, unchanged: 2))
  }

  @Test(arguments: ["new.html", "new.html/x", "new"])
  func refusesASiteInTheWayOfOthers(_ path: String) throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a.html": "1"]))
    try folder.write("mine", to: "site/\(path)")
    #expect(throws: SiteWriter.WriteError.self) {
      try writer.write(site(["a.html": "1", "new.html": "1", "new/b.html": "1"]))
    }
    #expect(folder.text("site/\(path)") == "mine")
  }

  @Test func aFolderInTheWayOfAFileStays() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a.html": "1", "index.html": "1"]))
    try FileManager.default.removeItem(at: output.appending(path: "a.html"))
    try folder.write("x", to: "site/a.html/x")
    #expect(throws: SiteWriter.WriteError.self) {
      try writer.write(site(["a.html": "2", "index.html": "1"]))
    }
    #expect(folder.text("site/a.html/x") == "x")
  }

  @Test func keepsHiddenFiles() throws {
    try folder.write("*\n", to: "site/.gitignore")
    _ = try SiteWriter(output: output).write(site(["index.html": "1"]))
    _ = try SiteWriter(output: output).write(site(["index.html": "2"]))
    #expect(folder.text("site/.gitignore") == "*\n")
    #expect(folder.text("site/index.html") == "2")
  }

  /// Files of a site may be hidden (RFC 8615), beside others that are not the site's.
  @Test func replacesHiddenFilesOfItsOwn() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site([".well-known/security.txt": "1", "a.html": "1", "b.html": "1"]))
    try folder.write("mine", to: "site/.well-known/acme/token")
    _ = try writer.write(site([".well-known/security.txt": "2", "a.html": "2", "b.html": "2"]))
    #expect(folder.text("site/.well-known/security.txt") == "2")
    #expect(folder.text("site/.well-known/acme/token") == "mine")
    _ = try writer.write(site(["a.html": "2", "b.html": "2"]))
    #expect(folder.text("site/.well-known/security.txt") == nil)
    #expect(folder.text("site/.well-known/acme/token") == "mine")
  }

  @Test func refusesHiddenFilesOfSomebodyElse() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a.html": "1"]))
    try folder.write("mine", to: "site/.well-known/security.txt")
    let error = #expect(throws: SiteWriter.WriteError.self) {
      try writer.write(site([".well-known/security.txt": "2", "a.html": "2"]))
    }
    #expect(error.map { "\($0)".contains(".well-known/security.txt") } == true)
    #expect(folder.text("site/.well-known/security.txt") == "mine")
    #expect(folder.text("site/a.html") == "1")
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

  /// A build that ended while it moved files is completed, and nobody changed these by hand.
  @Test func completesWhatAKilledBuildBegan() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a.html": "1", "b/b.html": "1", "c.html": "1", "d.html": "1"]))
    try folder.write("mine", to: "site/mine.txt")
    // It has moved one file of two.
    try folder.write("2", to: "site/a.html")
    try folder.write("2", to: ".site.docgen-new/b/b.html")
    let list = [("a.html", "2"), ("b/b.html", "2"), ("d.html", "1")].map { path, text in
      "\(Digest.sha256.hex(text.utf8)) \(path)\n"
    }.joined()
    try folder.write(list, to: ".site.docgen-new/.docgen")
    let changes = try writer.write(site(["a.html": "2", "b/b.html": "2", "d.html": "3"]))
    #expect(changes == SiteWriter.Changes(changed: 1, unchanged: 2))
    #expect(folder.text("site/c.html") == nil)
    #expect(folder.text("site/mine.txt") == "mine")
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }

  @Test func aFileAndAFolderChangePlaces() throws {
    let writer = SiteWriter(output: output)
    _ = try writer.write(site(["a": "1", "b/c": "1", "d": "1"]))
    _ = try writer.write(site(["a/c": "2", "b": "2", "d": "1"]))
    #expect(folder.text("site/a/c") == "2" && folder.text("site/b") == "2")
    _ = try writer.write(site(["d": "1"]))
    try #expect(
      FileManager.default.contentsOfDirectory(atPath: output.path).sorted() == [".docgen", "d"])
  }

  @Test func removesWhatAKilledBuildLeft() throws {
    try folder.write("half", to: ".site.docgen-new/index.html")
    _ = try SiteWriter(output: output).write(site(["index.html": "whole"]))
    #expect(folder.text("site/index.html") == "whole")
    try #expect(FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["site"])
  }
}
