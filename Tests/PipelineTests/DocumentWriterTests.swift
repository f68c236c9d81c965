import DocgenPipeline
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

/// Files that can't be written.
@Suite struct DocumentWriterTests {
  @Test func namesAFileThatIsGone() throws {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n", to: "content/index.md")
    let writer = DocumentWriter(root: folder.url)
    #expect(throws: EnvironmentError.self) {
      try writer.replace("content/gone/page.md", from: [], with: [])
    }
    let error = #expect(throws: (any Error).self) { try writer.bytes(of: "content/gone.md") }
    #expect(
      error.map { "\($0)" } == "cannot read 'content/gone.md': No such file or directory")
  }

  @Test func leavesReadOnlyFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "content/a.md")
    let path = folder.url.appending(path: "content/a.md").path
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: DocumentWriter.Refusal.readOnly) {
      try DocumentWriter(root: folder.url)
        .replace("content/a.md", from: Array("old".utf8), with: Array("new".utf8))
    }
    #expect(folder.text("content/a.md") == "old")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "content").path)
    #expect(files == ["a.md"])
  }
}
