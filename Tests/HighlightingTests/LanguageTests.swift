@testable import DocgenHighlighting
import DocgenTestSupport
import Foundation
import Testing

/// Every file of `Fixtures` is code in the language that the file is named after, and its tokens.
@Suite struct LanguageTests {
  @Test("each snippet has the tokens of its dump", arguments: Fixture.all())
  func tokens(_ snippet: Fixture) throws {
    let highlighter = try Highlighter.shared.get()
    let code = try #require(snippet.text())
    let dump = highlighter.highlight(code, language: snippet.name).dump
    snippet.expect(dump)
    // Its lines are known now.
    #expect(highlighter.highlight(code, language: snippet.name).dump == dump)
  }
}

@Suite struct CatalogueTests {
  @Test("no name belongs to two languages") func namesAreUnique() {
    let names = Language.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() })
    #expect(Highlighter.knownLanguages == Highlighter.knownLanguages.sorted())
  }

  @Test(
    "other names lead to a language",
    arguments: [
      ("js", "javascript"), ("JavaScript", "javascript"), ("shell", "sh"), ("bash", "sh"),
      ("console", "sh"), ("objective-c", "objc"), ("objectivec", "objc"), ("c#", "csharp"),
      ("cs", "csharp"), ("yml", "yaml"), ("c++", "cpp"), ("android", "java"), ("py", "python"),
      ("gradle", "groovy"), ("ts", "typescript"), ("plist", "xml"), ("C", "c"),
    ])
  func aliases(alias: String, language: String) throws {
    #expect(Highlighter.language(named: alias)?.name == language)
    let highlighter = try Highlighter.shared.get()
    let code = "return \"a\" // 42"
    #expect(
      highlighter.tokens(in: code, language: alias)
        == highlighter.tokens(in: code, language: language))
  }

  @Test("what is not a language has no name") func unknownNames() {
    #expect(Highlighter.language(named: "swfit") == nil)
    #expect(Highlighter.language(named: "") == nil)
  }

  @Test("bodies follow their media type")
  func mediaTypes() {
    #expect(Language.byMediaType(" application/json; charset=utf-8")?.name == "json")
    #expect(Language.byMediaType("application/problem+json")?.name == "json")
    #expect(Language.byMediaType("text/html")?.name == "html")
    #expect(Language.byMediaType("application/atom+xml")?.name == "xml")
    #expect(Language.byMediaType("application/x-www-form-urlencoded") == nil)
    #expect(Language.byMediaType("") == nil)
  }
}
