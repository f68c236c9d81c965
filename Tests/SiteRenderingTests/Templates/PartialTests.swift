import DocgenSiteRendering
import Testing

@Suite struct PartialTests {
  static let rules = [
    RenderingCase(
      "a partial gives way to the template of its name", "[{{>nav}}]", "[menu]",
      with: ["nav": "menu"]),
    RenderingCase(
      "it sees the values around the tag", "{{#page}}{{>nav}}{{/page}}",
      ["page": ["title": "A"], "site": "S"], "A of S", with: ["nav": "{{title}} of {{site}}"]),
    RenderingCase(
      "it may hold itself", "{{>node}}",
      ["name": "a", "parts": [["name": "b", "parts": []], ["name": "c", "parts": []]]], "a(b()c())",
      with: ["node": "{{name}}({{#parts}}{{>node}}{{/parts}})"]),
    RenderingCase(
      "it may hold others", "{{>outer}}", ["x": 1, "y": 2], "<1 2!>",
      with: ["outer": "<{{x}} {{>inner}}>", "inner": "{{y}}!"]),
    RenderingCase(
      "its name may have a folder", "{{>parts/nav}}", "menu", with: ["parts/nav": "menu"]),
    RenderingCase(
      "its name may have dots, which mean nothing", "{{>nav.en}}", "menu", with: ["nav.en": "menu"]),
    RenderingCase(
      "its values are escaped as everywhere", "{{>p}}", ["x": "&"], "&amp;&",
      with: ["p": "{{x}}{{{x}}}"]),
  ]

  static let whiteSpace = [
    RenderingCase("spaces around the tag stay", "| {{>p}} |", "| \t-\t |", with: ["p": "\t-\t"]),
    RenderingCase(
      "within a line it is not indented", "  {{x}}  {{> p}}\n", ["x": "-"], "  -  a\nb\n",
      with: ["p": "a\nb"]),
    RenderingCase(
      "alone on its line it takes the line end away", "a\r\n{{>p}}\r\nb", "a\n-b", with: ["p": "-"]),
    RenderingCase(
      "the first line needs no line before", "  {{>p}}\nc", "  a\n  bc", with: ["p": "a\nb"]),
    RenderingCase(
      "the last line needs no line end", "c\n  {{>p}}", "c\n  a\n  b", with: ["p": "a\nb"]),
    RenderingCase(
      "its lines are indented, those of values are not", "<\n\t{{>p}}\n>\n", ["x": "1\n2"],
      "<\n\ta\n\t1\n2\n\tb\n>\n", with: ["p": "a\n{{{x}}}\nb\n"]),
    RenderingCase(
      "a value within a line is not indented", "<\n  {{>p}}\n>\n", ["x": "1\n2"],
      "<\n  1\n2 and 1\n2.\n>\n",
      with: ["p": "{{x}} and {{x}}.\n"]),
    RenderingCase("spaces in the tag do not count", "[{{>\tp }}]", "[-]", with: ["p": "-"]),
    RenderingCase(
      "indentations add up", "  {{>outer}}\n", "  <\n    a\n    b\n  >\n",
      with: ["outer": "<\n  {{>inner}}\n>\n", "inner": "a\nb\n"]),
    RenderingCase(
      "a partial within an indented line is not indented", "  {{>outer}}\n", "  <a\nb>\n  end\n",
      with: ["outer": "<{{>inner}}>\nend\n", "inner": "a\nb"]),
    RenderingCase(
      "a partial at the beginning of an indented line is not indented twice", "  {{>outer}}\n",
      "  a\nb>\n",
      with: ["outer": "{{>inner}}>\n", "inner": "a\nb"]),
    RenderingCase(
      "sections in an indented partial are indented", "  {{>p}}\n", ["rows": [1, 2]],
      "  <ul>\n    <li>1\n    <li>2\n  </ul>\n  1;2;\n",
      with: ["p": "<ul>\n{{#rows}}\n  <li>{{.}}\n{{/rows}}\n</ul>\n{{#rows}}{{.}};{{/rows}}\n"]),
    RenderingCase(
      "empty lines in an indented partial stay empty", "  {{>p}}\n", "  a\n\n  b\n",
      with: ["p": "a\n\nb\n"]),
    RenderingCase(
      "a line without a line end is followed on", "  {{>p}}\n  {{>p}}\n", "  a  a", with: ["p": "a"]
    ),
    RenderingCase(
      "an indented line that begins with a false section is indented", "  {{>p}}\n", "  .\n",
      with: ["p": "{{#x}}y{{/x}}.\n"]),
  ]

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
  @Test(arguments: whiteSpace) func whiteSpaceRule(_ example: RenderingCase) { example.check() }

  @Test func missingPartialIsNothing() {
    let library = TemplateLibrary(main: "[{{>nav}}]")
    #expect(library.render("main", with: [:], for: .page).text == "[]")
  }
}
