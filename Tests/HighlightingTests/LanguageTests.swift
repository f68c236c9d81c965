import DocgenHighlighting
import DocgenTestSupport
import Testing

@Suite struct LanguageTests {
  @Test("fixtures are found") func fixturesAreFound() {
    #expect(Fixture.all().count > 20)
  }

  @Test("each snippet has the tokens of its dump", arguments: Fixture.all())
  func tokens(_ fixture: Fixture) throws {
    let highlighter = try Highlighter.shared.get()
    let code = try #require(fixture.text("input.txt"))
    fixture.expect(
      highlighter.highlight(code, language: fixture.name).dump, equals: "expected.txt")
  }
}
