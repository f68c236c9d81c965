import Testing

@testable import DocgenDocModel

/// The theme's words in other languages than English.
@Suite struct ThemeStringsTests {
  @Test(arguments: ThemeStrings.languages.keys.sorted())
  func hasAllWordsAndTheirValues(_ language: Substring) {
    let words = ThemeStrings(language: String(language)).values
    #expect(Set(words.keys) == Set(ThemeStrings.english.keys))
    for (name, text) in words {
      #expect(Self.values(in: text) == Self.values(in: ThemeStrings.english[name] ?? ""), "\(name)")
    }
  }

  private static func values(in text: String) -> Set<Substring> {
    Set(text.matches(of: /\{\w+\}/).map(\.output))
  }

  @Test(arguments: [
    ("de-AT", "Suche"), ("zh-Hans", "搜索"), ("zh", "搜索"), ("zh-TW", "Search"), ("sv", "Search"),
    ("", "Search"),
  ])
  func belongToALanguage(_ language: String, _ word: String) {
    #expect(ThemeStrings(language: language)["search"] == word)
  }
}
