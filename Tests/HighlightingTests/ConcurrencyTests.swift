@testable import DocgenHighlighting
import DocgenTestSupport
import Testing

@Suite struct ConcurrencyTests {
  private struct Block: Sendable {
    let language: String
    let code: String
  }

  /// Blocks in all languages, some of them loaded here for the first time.
  private static let blocks: [Block] = {
    var random = RandomCode(seed: 42)
    let fixtures = Fixture.all().map { Block(language: $0.name, code: $0.text() ?? "") }
    let others = Highlighter.knownLanguages.map {
      Block(language: $0, code: random.text(pieces: 40))
    }
    return fixtures + others
  }()

  @Test("tasks get what one alone gets") func parallelUse() async throws {
    let alone = try Highlighter()
    let shared = try Highlighter()
    let expected = Self.blocks.map { alone.html(for: $0.code, language: $0.language) }
    await withTaskGroup(of: (Int, String).self) { group in
      for index in Self.blocks.indices {
        for _ in 0..<4 {
          group.addTask {
            let block = Self.blocks[index]
            return (index, shared.html(for: block.code, language: block.language))
          }
        }
      }
      for await (index, html) in group { #expect(html == expected[index]) }
    }
  }

  @Test("highlighters of their own don't disturb each other") func manyHighlighters() async throws {
    let block = Block(language: "json", code: "{\"a\": [1, true]}")
    let expected = try Highlighter.shared.get().html(for: block.code, language: "json")
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try Highlighter().html(for: block.code, language: block.language)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: expected, count: 20))
  }
}
