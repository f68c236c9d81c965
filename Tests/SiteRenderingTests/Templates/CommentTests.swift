import DocgenSiteRendering
import Testing

@Suite struct CommentTests {
  static let rules = [
    RenderingCase("a comment vanishes", "ab{{! not shown! }}cd", "abcd"),
    RenderingCase("a comment may have many lines", "ab{{!\n one\n two\n}}cd\n", "abcd\n"),
    RenderingCase("alone on its line it takes the line away", "a\n{{! note }}\nb\n", "a\nb\n"),
    RenderingCase("its indentation goes too", "a\n  {{! note }}\nb\n", "a\nb\n"),
    RenderingCase("CRLF ends a line", "a\r\n{{! note }}\r\nb", "a\nb"),
    RenderingCase("the first line needs no line before", "  {{! note }}\na", "a"),
    RenderingCase("the last line needs no line end", "a\n  {{! note }}", "a\n"),
    RenderingCase("all its lines go", "a\n{{!\nnote\n}}\nb\n", "a\nb\n"),
    RenderingCase("all its lines go, indented ones too", "a\n  {{!\n    note\n  }}\nb\n", "a\nb\n"),
    RenderingCase("within a line the indentation stays", "  a {{! note }}\n", "  a \n"),
    RenderingCase("spaces around it stay", "a {{! note }} b", "a  b"),
    RenderingCase(
      "it is not a name", "[{{! note }}]", ["! note": 1, "! note ": 2, "!note": 3, "note": 4], "[]"),
    RenderingCase("it may hold an opening delimiter", "[{{! {{x }}]", ["x": 1], "[]"),
    RenderingCase("it may be empty", "[{{!}}]", "[]"),
  ]

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
}
