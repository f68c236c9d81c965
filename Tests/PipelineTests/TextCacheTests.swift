import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

@Suite struct TextCacheTests {
  @Test func makesATextOnceForTheSameInputs() async throws {
    let folder = try TemporaryFolder()
    let cache = TextCache(folder: folder.url.appending(path: "new"))
    for (inputs, text, expected) in [
      (["json", "1"], "one\n", "one\n"), (["json", "1"], "two", "one\n"),
      (["json", "2"], "two", "two"), (["json", "1"], "three", "three"),
    ] {
      #expect(try await cache.text("texts", from: inputs) { text } == expected)
    }
  }

  @Test func believesNothingDamaged() async throws {
    let folder = try TemporaryFolder()
    let cache = TextCache(folder: folder.url)
    _ = try await cache.text("texts", from: ["json"]) { "one" }
    let text = try #require(folder.text("texts"))
    for damaged in [text.replacing("\none", with: "\ntwo"), String(text.dropLast(2)), "", "\n"] {
      try folder.write(damaged, to: "texts")
      #expect(try await cache.text("texts", from: ["json"]) { "new" } == "new", "\(damaged)")
    }
  }
}
