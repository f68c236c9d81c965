import DocgenSiteRendering
import Testing

@Suite struct DelimiterTests {
  static let rules = [
    RenderingCase("both delimiters change", "{{=<% %>=}}[<%x%>{{x}}]", ["x": 1], "[1{{x}}]"),
    RenderingCase("any characters will do", "[{{=( )=}}(x)]", ["x": 1], "[1]"),
    RenderingCase(
      "they hold after a section",
      "{{#on}}\n{{x}} !x!\n{{/on}}\n{{= ! ! =}}\n!#on!\n{{x}} !x!\n!/on!\n",
      ["on": true, "x": 1], "1 !x!\n{{x}} 1\n"),
    RenderingCase(
      "they hold after an inverted section",
      "{{^on}}\n{{x}} !x!\n{{/on}}\n{{= ! ! =}}\n!^on!\n{{x}} !x!\n!/on!\n",
      ["on": false, "x": 1], "1 !x!\n{{x}} 1\n"),
    RenderingCase(
      "they do not reach into a partial", "[{{>p}}]\n{{=<% %>=}}\n[<%>p%>]\n", ["x": 1],
      "[.1.]\n[.1.]\n",
      with: ["p": ".{{x}}."]),
    RenderingCase(
      "a partial's do not reach out", "{{>p}} {{x}} <%x%>", ["x": 1], "1 1 <%x%>",
      with: ["p": "{{=<% %>=}}<%x%>"]),
    RenderingCase("they may change back", "{{=<% %>=}}<%x%><%={{ }}=%>{{x}}", ["x": 1], "11"),
    RenderingCase(
      "three braces work with any delimiters", "{{=<% %>=}}<%{x}%><%&x%>", ["x": "&"], "&&"),
    RenderingCase("one may be both", "{{=| |=}}|x||#x|y|/x|", ["x": 1], "1y"),
    RenderingCase("one may begin the other", "{{=% %>=}}%x%>.", ["x": 1], "1."),
    RenderingCase("they may be the old ones, turned round", "{{=}} {{=}}}}x{{", ["x": 1], "1"),
  ]

  static let whiteSpace = [
    RenderingCase("spaces around the tag stay", "| {{=@ @=}} |", "|  |"),
    RenderingCase("within a line the tag keeps the line", " | {{=@ @=}}\n", " | \n"),
    RenderingCase("alone on its line it takes the line away", "a\n{{=@ @=}}\nb\n", "a\nb\n"),
    RenderingCase("its indentation goes too", "a\n  {{=@ @=}}\nb\n", "a\nb\n"),
    RenderingCase("CRLF ends a line", "a\r\n{{= @ @ =}}\r\nb", "a\nb"),
    RenderingCase("the first line needs no line before", "  {{=@ @=}}\na", "a"),
    RenderingCase("the last line needs no line end", "a\n  {{=@ @=}}", "a\n"),
    RenderingCase("spaces in the tag do not count", "[{{=\t@   @ =}}@x@]", ["x": 1], "[1]"),
  ]

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
  @Test(arguments: whiteSpace) func whiteSpaceRule(_ example: RenderingCase) { example.check() }
}

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
