import DocgenSiteRendering
import Testing

@Suite struct InvertedSectionTests {
  static let rules = [
    RenderingCase(
      "false shows the content", "[{{^draft}}Final{{/draft}}]", ["draft": false], "[Final]"),
    RenderingCase("true hides the content", "[{{^draft}}Final{{/draft}}]", ["draft": true], "[]"),
    RenderingCase(
      "null shows the content", "[{{^draft}}Final{{/draft}}]", ["draft": nil], "[Final]"),
    RenderingCase(
      "an object hides the content", "[{{^page}}None{{/page}}]", ["page": ["title": "A"]], "[]"),
    RenderingCase(
      "a list hides the content", "[{{^pages}}None{{/pages}}]", ["pages": [1, 2]], "[]"),
    RenderingCase(
      "an empty list shows the content", "[{{^pages}}None{{/pages}}]", ["pages": []], "[None]"),
    RenderingCase("text hides the content", "[{{^title}}None{{/title}}]", ["title": "A"], "[]"),
    RenderingCase(
      "empty text shows the content", "[{{^title}}None{{/title}}]", ["title": ""], "[None]"),
    RenderingCase(
      "a name may have several", "{{^on}}\n1\n{{/on}}\n{{two}}\n{{^on}}\n3\n{{/on}}\n",
      ["on": false, "two": "2"], "1\n2\n3\n"),
    RenderingCase(
      "false shows one of the same name inside", "a{{^on}} b{{^on}} c{{/on}} d{{/on}} e",
      ["on": false],
      "a b c d e"),
    RenderingCase(
      "true hides one of the same name inside", "a{{^on}} b{{^on}} c{{/on}} d{{/on}} e",
      ["on": true], "a e"),
    RenderingCase("a missing value shows the content", "[{{^pages}}None{{/pages}}]", [:], "[None]"),
    RenderingCase(
      "dots: a true value hides the content", "[{{^a.b.c}}x{{/a.b.c}}]", ["a": ["b": ["c": true]]],
      "[]"),
    RenderingCase(
      "dots: a false value shows the content", "[{{^a.b.c}}x{{/a.b.c}}]",
      ["a": ["b": ["c": false]]], "[x]"),
    RenderingCase(
      "dots: a broken chain shows the content", "[{{^a.b.c}}x{{/a.b.c}}]", ["a": [:]], "[x]"),
    RenderingCase(
      "the content sees the values around it", "{{#page}}{{^tags}}{{title}}{{.}}{{/tags}}{{/page}}",
      ["page": ["title": "A"]], "A"),
  ]

  static let whiteSpace = [
    RenderingCase(
      "spaces around it stay", "| {{^on}} |\t{{/on}} | \n", ["on": false], "|  |\t | \n"),
    RenderingCase(
      "spaces in it stay", "| {{^on}} {{! note }}\n {{/on}} |\n", ["on": false], "|  \n  |\n"),
    RenderingCase(
      "within a line it keeps the line", "  {{^on}}A{{/on}}\n  {{^on}}B{{/on}}\n", ["on": false],
      "  A\n  B\n"),
    RenderingCase(
      "tags alone on their lines take the lines away", "<ul>\n{{^on}}\n<li>\n{{/on}}\n</ul>\n",
      ["on": false],
      "<ul>\n<li>\n</ul>\n"),
    RenderingCase(
      "their indentation goes too", "<ul>\n  {{^on}}\n<li>\n\t{{/on}}\n</ul>\n", ["on": false],
      "<ul>\n<li>\n</ul>\n"),
    RenderingCase("CRLF ends a line", "a\r\n{{^on}}\r\n{{/on}}\r\nb", ["on": false], "a\nb"),
    RenderingCase(
      "the first line needs no line before", "  {{^on}}\na{{/on}}\nb", ["on": false], "a\nb"),
    RenderingCase(
      "the last line needs no line end", "a{{^on}}\nb\n  {{/on}}", ["on": false], "a\nb\n"),
    RenderingCase(
      "spaces in the tags do not count", "[{{^ on }}x{{/\ton }}]", ["on": false], "[x]"),
  ]

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
  @Test(arguments: whiteSpace) func whiteSpaceRule(_ example: RenderingCase) { example.check() }
}
