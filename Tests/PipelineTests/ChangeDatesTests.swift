import DocgenSiteRendering
import Foundation
import Testing

@testable import DocgenPipeline

@Suite struct ChangeDatesTests {
  /// The newest commit counts; the oldest one of a shallow clone names files that it didn't change.
  @Test func takesTheNewestCommitOfEachFile() {
    let log = """
      \u{1}300 HEAD -> main, origin/main

      content/a.md
      content/über uns.md
      \u{1}200 tag: 1.0

      content/a.md
      content/b.md
      \u{1}100 grafted

      content/a.md
      content/c.md

      """
    let dates = ChangeDates.dates(in: log)
    #expect(
      dates == [
        "content/a.md": ChangeDate(Date(timeIntervalSince1970: 300)),
        "content/über uns.md": ChangeDate(Date(timeIntervalSince1970: 300)),
        "content/b.md": ChangeDate(Date(timeIntervalSince1970: 200)),
      ])
  }

  @Test func saysWhyThereAreNone() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let dates = await ChangeDates(of: folder, in: ["content"])
    #expect(dates.dates.isEmpty)
    #expect(dates.problem?.contains("git") == true)
  }
}
