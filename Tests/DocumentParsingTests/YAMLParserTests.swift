import DocgenDocumentParsing
import DocgenGround
import Testing

@Suite struct YAMLParserTests {
  @Test func readsScalarsSequencesAndMappings() throws {
    let text = "title: \"A: b\"\norder: 3\nflag: true\nnames: [a, 'b']\nnested:\n  - x: ~\n"
    let root = try #require(try YAMLParser.parse(text))
    let pairs = try #require(root.mapping)
    #expect(pairs.map { $0.key.text } == ["title", "order", "flag", "names", "nested"])
    #expect(pairs[0].value.text == "A: b")
    #expect(pairs[1].value.integer == 3)
    #expect(pairs[2].value.bool == true)
    #expect(pairs[3].value.sequence?.map(\.text) == ["a", "b"])
    #expect(pairs[4].value.sequence?.first?.mapping?.first?.value.isNull == true)
  }

  @Test func quotedWordsAreOnlyText() throws {
    let pairs = try #require(try YAMLParser.parse("a: 'true'\nb: \"3\"\nc: ''\n")?.mapping)
    #expect(pairs[0].value.bool == nil)
    #expect(pairs[1].value.integer == nil)
    #expect(!pairs[2].value.isNull)
  }

  @Test func countsLinesOfTheFileAndColumnsInBytes() throws {
    let root = try #require(try YAMLParser.parse("é: ü\nb: {c: d}\n", firstLine: 5))
    let pairs = try #require(root.mapping)
    #expect(pairs[0].key.range.description == "5:1-5:3")
    #expect(pairs[0].value.range.description == "5:5-5:7")
    #expect(pairs[1].value.mapping?.first?.value.range.start == SourcePosition(line: 6, column: 8))
  }

  @Test func repeatsNamedTexts() throws {
    let pairs = try #require(try YAMLParser.parse("a: &x 1\nb: *x\nc: *x")?.mapping)
    #expect(pairs.map(\.value.integer) == [1, 1, 1])
    #expect(pairs[2].value.range.description == "3:4-3:6")
  }

  @Test(arguments: ["", "# only a comment\n", "\n\n"])
  func givesNothingForNothing(_ text: String) throws {
    try #expect(YAMLParser.parse(text) == nil)
  }

  @Test(arguments: [
    ("a: [b", 1, 4), ("a: 'b", 1, 4), ("a: b: c", 1, 5), ("a:\n\t- b", 2, 1), ("a: &x [b]", 1, 4),
    ("a: *x", 1, 4), ("a: !!str b", 1, 4),
  ])
  func namesThePlaceOfAnError(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: YAMLError.self) { try YAMLParser.parse(text) }
    #expect(error?.position == SourcePosition(line: line, column: column))
    #expect(error?.message.isEmpty == false)
  }

  @Test func asksForQuotesAroundAHash() {
    let error = #expect(throws: YAMLError.self) { try YAMLParser.parse("a: {b: #c}") }
    #expect(
      error?.message
        == "a value is missing before this; put a text that contains '#' in quotes")
  }

  @Test func refusesDeepNesting() {
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let error = #expect(throws: YAMLError.self) { try YAMLParser.parse(text) }
    #expect(error?.message == "nested too deeply")
  }
}
