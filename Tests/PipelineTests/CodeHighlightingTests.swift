import DocgenDocumentParsing
import DocgenGround
import DocgenHighlighting
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

@Suite(.fewAtOnce) struct CodeHighlightingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "colours-\(UUID().uuidString)", directoryHint: .isDirectory)
  private var file: URL { folder.appending(path: "colours") }

  @Test func givesTheSameColoursAgain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let highlighter = try Highlighter()
    let first = CodeHighlighting(highlighter: highlighter, cache: file)
    let html = first.html(for: "{\"a\": [1]}\n\n", language: "json")
    #expect(html == highlighter.html(for: "{\"a\": [1]}\n\n", language: "json"))
    try first.save()
    let kept = try Data(contentsOf: file)
    let second = CodeHighlighting(highlighter: highlighter, cache: file)
    #expect(second.html(for: "{\"a\": [1]}\n\n", language: "json") == html)
    try second.save()
    #expect(try Data(contentsOf: file) == kept)
  }

  @Test func keepsWhatTheLastBuildUsed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let highlighter = try Highlighter()
    for code in ["1", "2"] {
      let colouring = CodeHighlighting(highlighter: highlighter, cache: file)
      _ = colouring.html(for: code, language: "json")
      try colouring.save()
    }
    var cache = TextCache(file: file, madeBy: highlighter.files)
    #expect(cache.text(for: TextCache.key(of: ["json", "1"])) == nil)
    #expect(
      cache.text(for: TextCache.key(of: ["json", "2"]))
        == highlighter.html(for: "2", language: "json"))
  }

  @Test func believesNothingDamagedAndNoOtherFiles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let highlighter = try Highlighter()
    let key = TextCache.key(of: ["json", "1"])
    var cache = TextCache(file: file, madeBy: highlighter.files)
    cache.store("one", for: key)
    try cache.save()
    var known = TextCache(file: file, madeBy: highlighter.files)
    #expect(known.text(for: key) == "one")

    let program = folder.appending(path: "program")
    var other = TextCache(file: file, madeBy: [program.path])
    #expect(other.text(for: key) == nil)

    let text = try String(contentsOf: file, encoding: .utf8)
    for damaged in [text.replacing("\none\n", with: "\ntwo\n"), String(text.dropLast(3)), ""] {
      try Data(damaged.utf8).write(to: file)
      var read = TextCache(file: file, madeBy: highlighter.files)
      #expect(read.text(for: key) == nil)
    }
  }
}
