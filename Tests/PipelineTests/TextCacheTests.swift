import Foundation
import Testing

@testable import DocgenPipeline

@Suite struct TextCacheTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "texts-\(UUID().uuidString)", directoryHint: .isDirectory)
  private var file: URL { folder.appending(path: "texts") }
  private let key = TextCache.key(of: ["json", "1"])

  @Test func keepsWhatTheLastBuildUsed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var first = TextCache(file: file)
    first.store("one", for: key)
    first.store("two", for: TextCache.key(of: ["json", "2"]))
    try first.save()
    let kept = try Data(contentsOf: file)
    var second = TextCache(file: file)
    #expect(second.text(for: key) == "one")
    try second.save()
    #expect(try Data(contentsOf: file) != kept)
    var third = TextCache(file: file)
    #expect(third.text(for: key) == "one")
    #expect(third.text(for: TextCache.key(of: ["json", "2"])) == nil)
  }

  @Test func believesNothingDamaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var cache = TextCache(file: file)
    cache.store("one", for: key)
    try cache.save()
    var known = TextCache(file: file)
    #expect(known.text(for: key) == "one")

    let text = try String(contentsOf: file, encoding: .utf8)
    for damaged in [text.replacing("\none\n", with: "\ntwo\n"), String(text.dropLast(3)), ""] {
      try Data(damaged.utf8).write(to: file)
      var read = TextCache(file: file)
      #expect(read.text(for: key) == nil)
    }
  }
}
