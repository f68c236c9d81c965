import DocgenGround
import DocgenSiteRendering
import Testing

@Suite struct DynamicNameTests {
  static let rules = [
    RenderingCase(
      "the value names the partial", "[{{>*kind}}]", ["kind": "guide"], "[A guide]",
      with: ["guide": "A guide"]),
    RenderingCase(
      "the asterisk is not part of the name", "[{{>*kind}}]", ["kind": "guide", "*kind": "other"],
      "[A guide]",
      with: ["guide": "A guide", "other": "wrong"]),
    RenderingCase("a missing value is nothing", "[{{>*kind}}]", [:], "[]", with: ["kind": "wrong"]),
    RenderingCase("null is nothing", "[{{>*kind}}]", ["kind": nil], "[]", with: ["null": "wrong"]),
    RenderingCase(
      "it sees the values around the tag", "{{>*kind}}", ["kind": "guide", "title": "A"], "*A*",
      with: ["guide": "*{{title}}*"]),
    RenderingCase(
      "the name may have dots", "{{>*page.meta.kind}}",
      ["title": "A", "page": ["meta": ["kind": "guide"]]], "*A*",
      with: ["guide": "*{{title}}*"]),
    RenderingCase(
      "dots are followed before the template is looked for", "[{{>*page.meta.kind}}]",
      ["page": "site", "site": ["meta": ["kind": "guide"]]], "[]", with: ["guide": "wrong"]),
    RenderingCase(
      "dots bring no values nearer", "[{{>*page.meta.kind}}]",
      ["page": ["title": "wrong", "meta": ["kind": "guide"]]], "[**]",
      with: ["guide": "*{{title}}*"]),
    RenderingCase(
      "nor in a section", "{{#page}}{{>*meta.kind}}{{/page}}",
      ["page": ["title": "right"], "meta": ["kind": "guide", "title": "wrong"]], "right",
      with: ["guide": "{{title}}"]),
    RenderingCase(
      "nor in a list", "{{#list}}{{>*meta.kind}}{{/list}}",
      ["title": "right ", "list": [1, 2], "meta": ["kind": "guide", "title": "wrong"]],
      "right right ",
      with: ["guide": "{{title}}"]),
    RenderingCase(
      "nor where the name is missing", "{{#list}}{{>*meta.kind}}{{/list}}",
      ["list": [1, 2], "meta": ["kind": "guide", "title": "wrong"]], "()()",
      with: ["guide": "({{title}})"]),
    RenderingCase(
      "it may hold itself", "{{>*kind}}",
      ["kind": "node", "name": "a", "parts": [["name": "b", "parts": []]]], "a(b())",
      with: ["node": "{{name}}({{#parts}}{{>*kind}}{{/parts}})"]),
    RenderingCase(
      "two asterisks do not follow twice", "[{{>**kind}}]", ["kind": "other", "other": "guide"],
      "[]",
      with: ["guide": "wrong"]),
    RenderingCase(
      "an asterisk after a dot follows nothing", "[{{>*page.*kind}}]",
      ["page": "a", "kind": "b", "a": ["b": "guide"]], "[]", with: ["guide": "wrong"]),
    RenderingCase(
      "each element has its own", "{{#items}}{{>*kind}}{{/items}}",
      ["items": [["kind": "text", "x": "a"], ["kind": "image", "x": "b"]]], "<p>a<img b>",
      with: ["text": "<p>{{x}}", "image": "<img {{x}}>"]),
    RenderingCase(
      "a parent may have one", "{{<*layout}}{{$body}}text{{/body}}{{/*layout}}", ["layout": "wide"],
      "<text>",
      with: ["wide": "<{{$body}}{{/body}}>"]),
    RenderingCase(
      "spaces after a parent's asterisk do not count", "{{< * layout }}{{/ * layout }}",
      ["layout": "wide"], "<>",
      with: ["wide": "<{{$body}}{{/body}}>"]),
  ]

  static let whiteSpace = [
    RenderingCase(
      "spaces around the tag stay", "| {{>*kind}} |", ["kind": "p"], "| \t-\t |",
      with: ["p": "\t-\t"]),
    RenderingCase(
      "within a line it is not indented", "  {{x}}  {{>*kind}}\n", ["x": "-", "kind": "p"],
      "  -  a\nb\n",
      with: ["p": "a\nb"]),
    RenderingCase(
      "alone on its line it takes the line end away", "a\r\n{{>*kind}}\r\nb", ["kind": "p"],
      "a\n-b",
      with: ["p": "-"]),
    RenderingCase(
      "the first line needs no line before", "  {{>*kind}}\nc", ["kind": "p"], "  a\n  bc",
      with: ["p": "a\nb"]),
    RenderingCase(
      "the last line needs no line end", "c\n  {{>*kind}}", ["kind": "p"], "c\n  a\n  b",
      with: ["p": "a\nb"]),
    RenderingCase(
      "its lines are indented, those of values are not", "<\n\t{{>*kind}}\n>\n",
      ["x": "1\n2", "kind": "p"],
      "<\n\ta\n\t1\n2\n\tb\n>\n", with: ["p": "a\n{{{x}}}\nb\n"]),
    RenderingCase(
      "spaces in the tag do not count", "[{{> * kind }}]", ["kind": "p"], "[-]", with: ["p": "-"]),
  ]

  @Test(arguments: rules) func rule(_ example: RenderingCase) { example.check() }
  @Test(arguments: whiteSpace) func whiteSpaceRule(_ example: RenderingCase) { example.check() }

  @Test func unknownTemplateIsNothingAndReportedOnce() throws {
    let library = TemplateLibrary(main: "a\n{{#kinds}}\n  {{>*.}}\n{{/kinds}}", ["guide": "x"])
    #expect(library.diagnostics.isEmpty)
    let rendering = library.render("main", with: ["kinds": ["giude", "giude"]], for: .page)
    #expect(rendering.text == "a\n")
    try #require(rendering.diagnostics.count == 1)
    let diagnostic = rendering.diagnostics[0]
    #expect(diagnostic.id == .missingTemplate)
    #expect(diagnostic.location.description == "main.mustache:3:3")
    #expect(diagnostic.message.text == "no template 'giude'; did you mean 'guide'?")
    #expect(diagnostic.notes == [Diagnostic.Note("while this was rendered", at: .page)])
  }
}
