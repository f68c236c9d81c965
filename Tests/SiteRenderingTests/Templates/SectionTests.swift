import DocgenSiteRendering
import Testing

@Suite struct SectionTests {
  static let truth = [
    RenderingCase(
      "true shows the content", "[{{#draft}}Draft{{/draft}}]", ["draft": true], "[Draft]"),
    RenderingCase("false hides the content", "[{{#draft}}Draft{{/draft}}]", ["draft": false], "[]"),
    RenderingCase("null hides the content", "[{{#draft}}Draft{{/draft}}]", ["draft": nil], "[]"),
    RenderingCase("a missing value hides the content", "[{{#draft}}Draft{{/draft}}]", [:], "[]"),
    RenderingCase(
      "an empty list hides the content", "[{{#pages}}x{{/pages}}]", ["pages": []], "[]"),
    RenderingCase(
      "text is one value, not a list", "[{{#title}}x{{/title}}]", ["title": "abc"], "[x]"),
    RenderingCase(
      "empty text hides the content", "[{{#title}}x{{/title}}{{#body}}y{{/body}}]",
      ["title": "", "body": .html("")], "[]"),
    RenderingCase("zero is text", "[{{#n}}{{.}}{{/n}}]", ["n": 0], "[0]"),
    RenderingCase("an empty object is true", "[{{#page}}x{{/page}}]", ["page": [:]], "[x]"),
  ]

  static let context = [
    RenderingCase(
      "an object is the nearest place of names", "{{#page}}By {{author}}{{/page}}",
      ["page": ["author": "Ann"]], "By Ann"),
    RenderingCase(
      "names are looked for further and further out",
      "{{#page}}{{site}}, {{title}}, {{menu.first}}{{/page}}",
      ["site": "S", "title": "outer", "page": ["title": "inner"], "menu": ["first": "M"]],
      "S, inner, M"),
    RenderingCase(
      "text is its own dot", "{{#author}}{{.}} or {{author}}{{/author}}", ["author": "Ann"],
      "Ann or Ann"),
    RenderingCase(
      "all levels of lists are in reach",
      "{{#groups}}{{#guides}}{{group.short}}{{guide}}:{{#parts}} {{group.long}}{{guide}}{{part}}{{/parts}}{{/guides}}{{/groups}}",
      [
        "groups": [
          [
            "group": ["short": "s", "long": "Setup"],
            "guides": [["guide": "1", "parts": [["part": "a"], ["part": "b"]]]],
          ]
        ]
      ],
      "s1: Setup1a Setup1b"),
    RenderingCase(
      "names deep inside see everything around",
      "{{#one}}\n{{a}}\n{{#two}}\n{{a}}{{b}}\n{{#three}}\n{{a}}{{b}}{{c}}{{#four}}\n{{a}}{{b}}{{c}}{{.}}{{four}}\n{{/four}}\n{{/three}}\n{{b}}{{c}}.\n{{/two}}\n{{/one}}\n",
      ["one": ["a": 1], "two": ["b": 2], "three": ["c": 3, "four": 4]],
      "1\n12\n123\n12344\n2.\n"),
    RenderingCase(
      "a list repeats the content for each element", "{{#pages}}<{{title}}>{{/pages}}",
      ["pages": [["title": "A"], ["title": "B"], ["title": "C"]]], "<A><B><C>"),
  ]

  static let structure = [
    RenderingCase(
      "a name may have several sections", "{{#on}}\n1\n{{/on}}\n{{two}}\n{{#on}}\n3\n{{/on}}\n",
      ["on": true, "two": "2"], "1\n2\n3\n"),
    RenderingCase(
      "a true section holds a section of its name", "a{{#on}} b{{#on}} c{{/on}} d{{/on}} e",
      ["on": true],
      "a b c d e"),
    RenderingCase(
      "a false section hides a section of its name", "a{{#on}} b{{#on}} c{{/on}} d{{/on}} e",
      ["on": false],
      "a e"),
    RenderingCase(
      "dots: a true value shows the content", "{{#page.meta.draft}}x{{/page.meta.draft}}",
      ["page": ["meta": ["draft": true]]], "x"),
    RenderingCase(
      "dots: a false value hides the content", "[{{#page.meta.draft}}x{{/page.meta.draft}}]",
      ["page": ["meta": ["draft": false]]], "[]"),
    RenderingCase(
      "dots: a broken chain hides the content", "[{{#page.meta.draft}}x{{/page.meta.draft}}]",
      ["page": [:]], "[]"),
  ]

  static let implicitIterators = [
    RenderingCase(
      "a dot is the element", "{{#tags}}({{.}}){{/tags}}", ["tags": ["swift", "sync"]],
      "(swift)(sync)"),
    RenderingCase(
      "a dot may be an integer", "{{#tags}}({{.}}){{/tags}}", ["tags": [1, 2, 3]], "(1)(2)(3)"),
    RenderingCase(
      "a dot may be a decimal", "{{#tags}}({{.}}){{/tags}}", ["tags": [1.50, 2.25]], "(1.5)(2.25)"),
    RenderingCase(
      "a dot may be a list", "{{#rows}}({{#.}}{{.}}{{/.}}){{/rows}}",
      ["rows": [[1, 2], ["a"], []]], "(12)(a)()"),
    RenderingCase(
      "a dot is escaped", "{{#tags}}({{.}}){{/tags}}", ["tags": ["<", "&"]], "(&lt;)(&amp;)"),
    RenderingCase(
      "a dot in three braces is not escaped", "{{#tags}}({{{.}}}){{/tags}}", ["tags": ["<", "&"]],
      "(<)(&)"),
    RenderingCase(
      "a dot after an ampersand is not escaped", "{{#tags}}({{&.}}){{/tags}}",
      ["tags": ["<", "&"]], "(<)(&)"),
    RenderingCase(
      "the data may be a list", "{{#.}}<{{title}}>{{/.}}", [["title": "A"], ["title": "B"]],
      "<A><B>"),
    RenderingCase(
      "null in a list is an element", "{{#tags}}({{.}}){{/tags}}", ["tags": ["a", nil, false]],
      "(a)()(false)"),
  ]

  private static let data: TemplateValue = ["on": true, "off": false]

  static let whiteSpace = [
    RenderingCase(
      "spaces around a section stay", "| {{#on}} |\t{{/on}} | \n", data, "|  |\t | \n"),
    RenderingCase(
      "spaces in a section stay", "| {{#on}} {{! note }}\n {{/on}} |\n", data, "|  \n  |\n"),
    RenderingCase(
      "a section within a line keeps the line", "  {{#on}}A{{/on}}\n  {{#on}}B{{/on}}\n",
      data, "  A\n  B\n"),
    RenderingCase(
      "tags alone on their lines take the lines away", "<ul>\n{{#on}}\n<li>\n{{/on}}\n</ul>\n",
      data,
      "<ul>\n<li>\n</ul>\n"),
    RenderingCase(
      "their indentation and spaces behind go too",
      "<ul>\n  {{#on}}\t \n<li>\n\t{{/on}}  \n</ul>\n", data,
      "<ul>\n<li>\n</ul>\n"),
    RenderingCase("CRLF ends a line", "a\r\n{{#on}}\r\n{{/on}}\r\nb", data, "a\nb"),
    RenderingCase(
      "the first line needs no line before", "  {{#on}}\na{{/on}}\nb", data, "a\nb"),
    RenderingCase(
      "the last line needs no line end", "a{{#on}}\nb\n  {{/on}}", data, "a\nb\n"),
    RenderingCase("spaces in the tags do not count", "[{{# on }}x{{/\ton }}]", data, "[x]"),
    RenderingCase(
      "two tags on a line are not alone", "{{#on}}{{#on}}\nx\n{{/on}}{{/on}}\n", data,
      "\nx\n\n"),
  ]

  @Test(arguments: truth) func truthRule(_ example: RenderingCase) { example.check() }
  @Test(arguments: context) func contextRule(_ example: RenderingCase) { example.check() }
  @Test(arguments: structure) func structureRule(_ example: RenderingCase) { example.check() }
  @Test(arguments: implicitIterators) func implicitIterator(_ example: RenderingCase) {
    example.check()
  }
  @Test(
    arguments: whiteSpace
      + whiteSpace.map { $0.replacing("{{#", with: "{{^").replacing("on", with: "off") })
  func whiteSpaceRule(_ example: RenderingCase) { example.check() }
}

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

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
}
