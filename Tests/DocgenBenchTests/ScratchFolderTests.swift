import DocgenTestSupport
import Foundation
import Testing

@testable import docgen_bench

@Suite(.fewAtOnce) struct ScratchFolderTests {
  private struct Interruption: Error {}

  @Test func goesWhenTheWorkIsOver() async throws {
    let temporary = FileManager.default.temporaryDirectory
    let url = try await ScratchFolder.use(in: temporary) { folder in
      try folder.write("text", to: "a/b.txt")
      let text = try String(contentsOf: folder.url.appending(path: "a/b.txt"), encoding: .utf8)
      #expect(text == "text")
      return folder.url
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func goesWhenTheWorkFails() async throws {
    var url: URL?
    await #expect(throws: Interruption.self) {
      try await ScratchFolder.use(in: FileManager.default.temporaryDirectory) { folder in
        url = folder.url
        throw Interruption()
      }
    }
    let path = try #require(url?.path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
