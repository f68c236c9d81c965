import DocgenSiteRendering
import Testing

@Suite struct InheritanceTests {
  static let defaults = [
    RenderingCase("a block shows its default", "{{$title}}Guides{{/title}}\n", "Guides\n"),
    RenderingCase(
      "a default may hold variables", "{{$title}}On {{x}}{{/title}}", ["x": "<b>"], "On &lt;b&gt;"),
    RenderingCase(
      "a default may hold three braces", "{{$title}}On {{{x}}}{{/title}}", ["x": "<b>"], "On <b>"),
    RenderingCase(
      "a default may hold sections", "{{$title}}On {{#page}}{{x}}{{/page}}{{/title}}",
      ["page": ["x": 1]], "On 1"),
    RenderingCase(
      "a default may hold inverted sections", "{{$title}}On {{^page}}{{x}}{{/page}}{{/title}}",
      ["x": 1], "On 1"),
    RenderingCase(
      "a value in a default is not rendered again", "{{$title}}{{x}}{{/title}}",
      ["x": "{{y}}", "y": 1], "{{y}}"),
    RenderingCase(
      "a parent without arguments shows the defaults", "{{<layout}}{{/layout}}\n",
      "<main>none</main>",
      with: ["layout": "<main>{{$body}}none{{/body}}</main>"]),
    RenderingCase(
      "a parent without arguments is a partial", "{{>layout}}={{<layout}}{{/layout}}", "none=none",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "data does not fill a block", "{{<layout}}{{/layout}}", ["body": "wrong"], "none",
      with: ["layout": "{{$body}}none{{/body}}"]),
  ]

  static let arguments = [
    RenderingCase(
      "an argument replaces the default", "{{<layout}}{{$body}}text{{/body}}{{/layout}}", "<text>",
      with: ["layout": "<{{$body}}none{{/body}}>"]),
    RenderingCase(
      "data does not replace an argument", "{{<layout}}{{$body}}text{{/body}}{{/layout}}",
      ["body": "wrong"], "text",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "a parent may stand within a line", "See {{<layout}}{{$body}}text{{/body}}{{/layout}}.",
      "See text.",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "each parent has its own arguments",
      "{{<box}}{{$body}}one{{/body}}{{/box}} {{<box}}{{$body}}two{{/body}}{{/box}}\n",
      "[one!] [two!]\n",
      with: ["box": "[{{$body}}none{{/body}}{{$end}}!{{/end}}]"]),
    RenderingCase(
      "only named blocks are replaced", "{{<layout}}{{$foot}}end{{/foot}}{{/layout}}", "begin, end",
      with: ["layout": "{{$head}}begin{{/head}}, {{$foot}}none{{/foot}}"]),
    RenderingCase(
      "a block may stand more than once", "{{<layout}}{{$title}}A{{/title}}{{/layout}}", "A|A",
      with: ["layout": "{{$title}}x{{/title}}|{{$title}}y{{/title}}"]),
    RenderingCase(
      "text between arguments does not count",
      "{{<layout}} a {{$body}}text{{/body}} {{b}} {{/layout}}", ["b": 1], "text",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "text instead of arguments does not count", "{{<layout}} a {{! b }} c {{/layout}}", "none",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "a block in a section of a parent is no argument",
      "{{<layout}}{{#on}}{{$body}}wrong{{/body}}{{>layout}}{{<layout}}{{/layout}}{{/on}}{{/layout}}",
      ["on": true], "none",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "of two arguments of a name the last counts",
      "{{<layout}}{{$body}}1{{/body}}{{$body}}2{{/body}}{{/layout}}", "2",
      with: ["layout": "{{$body}}none{{/body}}"]),
    RenderingCase(
      "an argument sees the values around the block",
      "{{<layout}}{{$body}}on {{title}}{{/body}}{{/layout}}",
      ["title": "outer", "page": ["title": "inner"]], "on inner",
      with: ["layout": "{{#page}}{{$body}}off {{title}}{{/body}}{{/page}}"]),
    RenderingCase(
      "an argument is repeated by a list around the block",
      "{{<list}}{{$item}}<{{.}}>{{/item}}{{/list}}",
      ["rows": [1, 2]], "<1><2>", with: ["list": "{{#rows}}{{$item}}{{/item}}{{/rows}}"]),
    RenderingCase(
      "the delimiters around a parent do not reach into it",
      "{{=<% %>=}}<%<layout%><%$body%>1<%/body%><%/layout%>", "(1)",
      with: ["layout": "({{$body}}{{/body}})"]),
  ]

  static let levels = [
    RenderingCase(
      "the outermost argument counts", "{{<a}}{{$x}}top{{/x}}{{/a}}", "top",
      with: [
        "a": "{{<b}}{{$x}}a{{/x}}{{/b}}", "b": "{{<c}}{{$x}}b{{/x}}{{/c}}", "c": "{{$x}}c{{/x}}",
      ]),
    RenderingCase(
      "without one, the next level's counts", "{{<a}}{{/a}}", "a",
      with: [
        "a": "{{<b}}{{$x}}a{{/x}}{{/b}}", "b": "{{<c}}{{$x}}b{{/x}}{{/c}}", "c": "{{$x}}c{{/x}}",
      ]),
    RenderingCase(
      "levels may fill different blocks", "{{<a}}{{$x}}top{{/x}}{{/a}}", "top a c",
      with: [
        "a": "{{<b}}{{$y}}a{{/y}}{{/b}}", "b": "{{<c}}{{/c}}",
        "c": "{{$x}}c{{/x}} {{$y}}c{{/y}} {{$z}}c{{/z}}",
      ]),
    RenderingCase(
      "parents may hold each other, as long as an argument ends it", "{{<a}}{{$x}}top{{/x}}{{/a}}",
      "top top top end",
      with: [
        "a": "{{$x}}a{{/x}} {{$y}}{{<b}}{{/b}}{{/y}}",
        "b": "{{$x}}b{{/x}} {{<a}}{{$y}}end{{/y}}{{/a}}",
      ]),
    RenderingCase(
      "arguments reach into partials of the parent", "{{<a}}{{$x}}top{{/x}}{{/a}}", "(top)",
      with: ["a": "({{>b}})", "b": "{{$x}}b{{/x}}"]),
    RenderingCase(
      "an argument may leave a block for further out", "{{<a}}{{$y}}top{{/y}}{{/a}}", "[a top]",
      with: ["a": "{{<b}}{{$x}}a {{$y}}none{{/y}}{{/x}}{{/b}}", "b": "[{{$x}}{{/x}}]"]),
    RenderingCase(
      "a block in its own argument is not filled by that",
      "{{<a}}{{$x}}<{{$x}}own{{/x}}>{{/x}}{{/a}}", "<own>",
      with: ["a": "{{$x}}{{/x}}"]),
    RenderingCase(
      "an argument may hold a parent", "{{<a}}{{$x}}{{<a}}{{$y}}in{{/y}}{{/a}}{{/x}}{{/a}}",
      "[[-in]out]",
      with: ["a": "[{{$x}}-{{/x}}{{$y}}out{{/y}}]"]),
  ]

  static let whiteSpace = [
    RenderingCase(
      "an argument loses the line end after its tag only", "{{<p}}{{$b}}\none\n\ntwo\n{{/b}}{{/p}}",
      "one\n\ntwo\n",
      with: ["p": "{{$b}}none{{/b}}"]),
    RenderingCase(
      "an argument takes the block's place in the line", "{{<p}}{{$b}}text{{/b}}{{/p}}",
      "a:\n    text\n",
      with: ["p": "a:\n    {{$b}}none{{/b}}\n"]),
    RenderingCase(
      "a default keeps its place in the line", "{{<p}}{{/p}}", "a:\n    none\n      more\nb\n",
      with: ["p": "a:\n    {{$b}}none\n      more{{/b}}\nb\n"]),
    RenderingCase(
      "a parent's two tags may be alone on one line", "a\n  {{<p}}{{/p}}\nb\n",
      "a\n  one\n  two\nb\n",
      with: ["p": "one\ntwo\n"]),
    RenderingCase(
      "a parent's two tags may be alone on two lines", "a\n  {{<p}}\n {{$b}}x{{/b}}\n  {{/p}}\nb\n",
      "a\n  x\n  two\nb\n",
      with: ["p": "{{$b}}one{{/b}}\ntwo\n"]),
    RenderingCase(
      "a parent within a line is not indented", "a {{<p}}{{/p}} b\n", "a one\ntwo b\n",
      with: ["p": "one\ntwo"]),
    RenderingCase(
      "a parent may end within a line", "  {{<p}}\n{{/p}} b\n", "  one\n b\n", with: ["p": "one\n"]),
    RenderingCase(
      "a block's two tags may be alone on one line", "{{<p}}{{$b}}\none\ntwo{{/b}}\n{{/p}}\n",
      "a\n  one\n  two\n",
      with: ["p": "a\n  {{$b}}{{/b}}\n"]),
    RenderingCase(
      "an argument changes the indentation where it is written for that of the block",
      "{{<p}}{{$b}}\n      one\n        two\n{{/b}}{{/p}}\n", "a\n  one\n    two\n",
      with: ["p": "a\n  {{$b}}\n  {{/b}}\n"]),
    RenderingCase(
      "a block's tag that ends a line takes the indentation of the next",
      "{{<p}}{{$b}}\none\ntwo\n{{/b}}{{/p}}\n",
      "a\n    one\n    two\nb\n", with: ["p": "a\n{{$b}}\n    none\n{{/b}}\nb\n"]),
    RenderingCase(
      "a block in an argument is indented within that",
      "{{<p}}{{$inner}}\nthree\n{{/inner}}{{/p}}\n", "one\n  three\n",
      with: [
        "p":
          "{{<g}}{{$outer}}\n    one\n      {{$inner}}\n      two\n      {{/inner}}\n{{/outer}}{{/g}}\n",
        "g": "{{$outer}}none{{/outer}}",
      ]),
    RenderingCase(
      "a default in an argument loses the argument's indentation", "{{<p}}{{/p}}\n", "one\n  two\n",
      with: [
        "p": "{{<g}}{{$outer}}\n  one\n  {{$inner}}\n    two\n  {{/inner}}\n{{/outer}}{{/g}}\n",
        "g": "{{$outer}}{{/outer}}",
      ]),
    RenderingCase(
      "indentations of arguments in arguments are removed one by one",
      "{{<p}}\n  {{$b}}\n    {{<p}}\n      {{$b}}\n        deep\n      {{/b}}\n    {{/p}}\n   shallow\n  {{/b}}\n{{/p}}\n",
      "<\n<\ndeep\n>\n   shallow\n>\n", with: ["p": "<\n{{$b}}\n{{/b}}\n>\n"]),
    RenderingCase(
      "a whole page keeps its shape",
      "{{<page}}\n  {{$title}}Login{{/title}}\n  {{$body}}\n    <p>\n      {{text}}\n    </p>\n  {{/body}}\n{{/page}}\n",
      ["text": "Hi"],
      "<title>Login</title>\n<main>\n  <p>\n    Hi\n  </p>\n</main>\n",
      with: [
        "page": "<title>{{$title}}Guides{{/title}}</title>\n<main>\n  {{$body}}{{/body}}\n</main>\n"
      ]),
    RenderingCase(
      "a block on its own lines ends its line", "{{<p}}{{$b}}one{{/b}}{{/p}}", "a\n  one\nb\n",
      with: ["p": "a\n  {{$b}}\n  none\n  {{/b}}\nb\n"]),
    RenderingCase(
      "a block that nothing fills takes its line away", "a\n  {{$b}}{{/b}}\nb\n", "a\nb\n"),
    RenderingCase(
      "a block at the end of the text adds no line end", "a\n  {{$b}}x{{/b}}", "a\n  x"),
    RenderingCase(
      "a block whose tags are in lines with text keeps the lines", "a {{$b}}\nx\n{{/b}} c\n",
      "a \nx\n c\n"),
    RenderingCase(
      "a block's tag alone on its line takes the line away", "{{$b}}\nx\n{{/b}} c\n", "x\n c\n"),
    RenderingCase(
      "an argument within a line is not indented", "  {{>q}}\n", "  a 1\n2 b\n  c\n",
      with: ["q": "{{<p}}{{$b}}1\n2{{/b}}{{/p}}\n", "p": "a {{$b}}{{/b}} b\nc\n"]),
    RenderingCase(
      "an argument that begins with a tag is indented", "{{<p}}{{$b}}{{x}}{{/b}}{{/p}}", ["x": 1],
      "  1\n",
      with: ["p": "  {{$b}}{{/b}}\n"]),
    RenderingCase(
      "a partial in an argument is indented less the argument's",
      "{{<p}}\n  {{$b}}\n    {{>q}}\n  {{/b}}\n{{/p}}\n",
      "  x\n  y\n", with: ["p": "  {{$b}}{{/b}}\n", "q": "x\ny\n"]),
    RenderingCase(
      "spaces in the tags do not count", "{{< p }}{{$ b }}x{{/ b }}{{/ p }}", "x",
      with: ["p": "{{$\tb}}{{/b\t}}"]),
  ]

  @Test(arguments: defaults) func defaultContent(_ example: RenderingCase) { example.check() }
  @Test(arguments: arguments) func argument(_ example: RenderingCase) { example.check() }
  @Test(arguments: levels) func level(_ example: RenderingCase) { example.check() }
  @Test(arguments: whiteSpace) func whiteSpaceRule(_ example: RenderingCase) { example.check() }
}
