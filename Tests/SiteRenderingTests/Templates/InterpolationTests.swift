import DocgenSiteRendering
import Testing

@Suite struct InterpolationTests {
  static let basics = [
    RenderingCase(
      "text without tags stays", "Plain {text}, no tags.\n", "Plain {text}, no tags.\n"),
    RenderingCase(
      "a tag gives way to its value", "Guide: {{title}}.", ["title": "Login"], "Guide: Login."),
    RenderingCase(
      "a value is not rendered again", "{{code}} of {{page}}", ["code": "{{page}}", "page": "One"],
      "{{page}} of One"),
    RenderingCase(
      "a value is escaped", "<p>{{x}}</p>", ["x": "a & b < \"c\" > 'd'"],
      "<p>a &amp; b &lt; &quot;c&quot; &gt; &#39;d&#39;</p>"),
    RenderingCase(
      "three braces do not escape", "<p>{{{x}}}</p>", ["x": "a & \"b\" <i>"], "<p>a & \"b\" <i></p>"
    ),
    RenderingCase(
      "an ampersand does not escape", "<p>{{&x}}</p>", ["x": "a & \"b\" <i>"],
      "<p>a & \"b\" <i></p>"),
  ]

  /// Rules for each of the three tags of a value.
  static let ofAllTags = [
    RenderingCase("an integer is text", "{{n}} pages", ["n": 42], "42 pages"),
    RenderingCase("a decimal has no idle zeros", "{{s}} s", ["s": 0.250], "0.25 s"),
    RenderingCase("null is nothing", "({{x}})", ["x": nil], "()"),
    RenderingCase("a missing value is nothing", "({{x}})", ["y": 1], "()"),
    RenderingCase("spaces around a tag stay", "[ {{x}} ]", ["x": "-"], "[ - ]"),
    RenderingCase("a tag alone on its line keeps the line", "\t{{x}} \n", ["x": "-"], "\t- \n"),
    RenderingCase("spaces in a tag do not count", "[{{  x\t}}]", ["x": "-"], "[-]"),
    RenderingCase("line ends in a tag do not count", "[{{\n  x\n}}]", ["x": "-"], "[-]"),
  ].flatMap { example in
    [
      example, example.replacing("{{", with: "{{&"),
      example.replacing("{{", with: "{{{").replacing("}}", with: "}}}"),
    ]
  }

  static let dottedNames = [
    RenderingCase(
      "a dot is short for a section", "{{page.title}}={{#page}}{{title}}{{/page}}",
      ["page": ["title": "A"]], "A=A"),
    RenderingCase(
      "a dot in three braces is short for a section",
      "{{{page.title}}}={{#page}}{{{title}}}{{/page}}",
      ["page": ["title": "<A>"]], "<A>=<A>"),
    RenderingCase(
      "a dot after an ampersand is short for a section",
      "{{&page.title}}={{#page}}{{&title}}{{/page}}",
      ["page": ["title": "<A>"]], "<A>=<A>"),
    RenderingCase(
      "names may have any number of dots", "{{site.menu.guides.first.page.title}}",
      ["site": ["menu": ["guides": ["first": ["page": ["title": "Deep"]]]]]], "Deep"),
    RenderingCase("a chain that breaks is nothing", "({{site.menu.title}})", ["site": [:]], "()"),
    RenderingCase(
      "a broken chain does not begin again outside", "({{site.menu.page.title}})",
      ["site": ["menu": [:]], "page": ["title": "wrong"]], "()"),
    RenderingCase(
      "the first part is looked for from inside out", "{{#site}}{{page.kind.name}}{{/site}}",
      ["site": ["page": ["kind": ["name": "inner"]]], "page": ["kind": ["name": "outer"]]], "inner"),
    RenderingCase(
      "the first part decides, even where the chain breaks", "({{#site}}{{page.title}}{{/site}})",
      ["site": ["page": [:]], "page": ["title": "wrong"]], "()"),
    RenderingCase(
      "a name with a dot is never one key", "({{page.title}})", ["page.title": "wrong"], "()"),
    RenderingCase(
      "a key with a dot hides nothing", "{{page.title}}",
      ["page.title": "wrong", "page": ["title": "right"]], "right"),
  ]

  static let implicitIterators = [
    RenderingCase("a dot is the value itself", "<{{.}}>", "Login", "<Login>"),
    RenderingCase("a dot is escaped", "{{.}}", "a & 'b'", "a &amp; &#39;b&#39;"),
    RenderingCase("a dot in three braces is not escaped", "{{{.}}}", "a & 'b'", "a & 'b'"),
    RenderingCase("a dot after an ampersand is not escaped", "{{&.}}", "a & 'b'", "a & 'b'"),
    RenderingCase("a dot may be an integer", "{{.}} pages", 7, "7 pages"),
  ]

  static let ownChoices = [
    RenderingCase(
      "HTML is never escaped", "{{x}}{{{x}}}{{&x}}", ["x": .html("<b>&amp;</b>")],
      "<b>&amp;</b><b>&amp;</b><b>&amp;</b>"),
    RenderingCase(
      "a condition is a word", "{{yes}} {{no}}", ["yes": true, "no": false], "true false"),
    RenderingCase(
      "lists and objects have no text", "({{list}}{{object}})",
      ["list": [1, 2], "object": ["a": 1]], "()"),
    RenderingCase(
      "null hides what is further out", "{{#page}}({{title}}){{/page}}",
      ["title": "outer", "page": ["title": nil]], "()"),
    RenderingCase("a brace may follow a tag", "a{{x}}}b}}", ["x": 1], "a1}b}}"),
    RenderingCase(
      "names and text may have any characters", "ä{{größe}}😀{{名}}\u{301}",
      ["größe": "ß", "名": "字"], "äß😀字\u{301}"),
  ]

  @Test(arguments: basics) func basicRule(_ example: RenderingCase) { example.check() }
  @Test(arguments: dottedNames) func dottedName(_ example: RenderingCase) { example.check() }
  @Test(arguments: implicitIterators) func implicitIterator(_ example: RenderingCase) {
    example.check()
  }
  @Test(arguments: ofAllTags) func ruleOfAllTags(_ example: RenderingCase) { example.check() }
  @Test(arguments: ownChoices) func ownChoice(_ example: RenderingCase) { example.check() }

  /// Every position in a text, next to others that need escaping or not.
  @Test(arguments: ["&", "<", ">", "\"", "'"]) func escapesAnywhere(_ character: String) {
    let references = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    let library = TemplateLibrary(main: "{{.}}")
    for length in 0...20 {
      let before = String(repeating: "é", count: length)
      for text in [before + character, character + before, before + character + character + before]
      {
        let expected = text.map { references[String($0)] ?? String($0) }.joined()
        #expect(library.render("main", with: .text(text), for: .page).text == expected)
      }
    }
  }
}
