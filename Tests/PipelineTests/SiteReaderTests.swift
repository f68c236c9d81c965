import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

@Suite struct SiteReaderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("# A\n", to: "content/a.md")
    let first = try changeTime("a")
    repeat {
      try folder.write("# B\n", to: "content/b.md")
    } while try changeTime("b") <= first + FileStates.step
  }

  @Test func readsAKnownDocumentWhenItsTextIsNeeded() throws {
    let sources = try SiteReader(root: folder.url).read { _ in { _, _ in true } }
    // The newest may change once more and keep its state.
    #expect(sources.documents.map(\.isRead) == [false, true])
    #expect(sources.states.keys.sorted() == ["content/a.md"])
    #expect(sources.documents.map(\.text) == ["# A\n", "# B\n"])
    #expect(sources.changed.first == nil)
  }

  @Test func notesAKnownDocumentThatChangesBeforeItIsRead() throws {
    let sources = try SiteReader(root: folder.url).read { _ in { _, _ in true } }
    try folder.write("# Other\n", to: "content/a.md")
    #expect(sources.documents[0].text == "# Other\n")
    #expect(sources.changed.first == "content/a.md")
  }

  @Test func readsTheTemplatesOfAPackage() throws {
    try folder.write("p {}\n", to: "templates/theme.css")
    try folder.write("<p>\n", to: "templates/mail.mustache")
    let sources = try SiteReader(root: folder.url).read(in: ["README.md"])
    #expect(sources.templates.count == 1)
    try FileManager.default.removeItem(at: folder.url.appending(path: "templates/theme.css"))
    #expect(try SiteReader(root: folder.url).read(in: ["README.md"]).templates.isEmpty)
  }

  private func changeTime(_ name: String) throws -> Duration {
    try #require(FileState(folder.url.appending(path: "content/\(name).md").path)).changeTime
  }
}
