import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenProgram

@Suite(.fewAtOnce) struct FolderWatcherTests {
  @Test func waitsUntilChangesHaveCome() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "content/a.md")
    let watcher = FolderWatcher(folders: [folder.url.appending(path: "content")])
    let before = watcher.snapshot()
    var looks = 0
    let after = try await watcher.change(since: before) {
      looks += 1
      // Nothing, a first write, a second one, then quiet.
      if looks == 2 { try folder.write("22", to: "content/a.md") }
      if looks == 3 { try folder.write("3", to: "content/new/b.md") }
    }
    #expect(looks == 4)
    #expect(after == watcher.snapshot())
    #expect(after != before)
  }

  @Test func watchesMoreFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "content/a.md")
    try folder.write("1", to: "src/main.swift")
    var watcher = FolderWatcher(folders: [folder.url.appending(path: "content")])
    var seen = watcher.snapshot()
    let files = ["content/a.md", "src/main.swift"].map { folder.url.appending(path: $0) }
    watcher.watch(files, seen: &seen)
    #expect(watcher.snapshot() == seen)
    try folder.write("22", to: "src/main.swift")
    #expect(
      FolderWatcher.changes(from: seen, to: watcher.snapshot(), below: folder.url)
        == ["src/main.swift"])
  }

  @Test func noticesRemovalAndPassesOverHiddenFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "a.md")
    let watcher = FolderWatcher(folders: [folder.url])
    let before = watcher.snapshot()
    try folder.write("x", to: ".a.md.swp")
    #expect(watcher.snapshot() == before)
    try FileManager.default.removeItem(at: folder.url.appending(path: "a.md"))
    #expect(watcher.snapshot() != before)
  }
}
