import DocgenGround
import DocgenSiteRendering
import Testing

@Suite struct LimitTests {
  static let endless = [
    RenderingCase("a partial that holds itself", "a\n {{>main}}", "main.mustache:2:2"),
    RenderingCase(
      "partials that hold each other", "{{>b}}", "main.mustache:1:1", with: ["b": "{{>main}}"]),
    RenderingCase(
      "a parent that holds itself", "{{<main}}{{$x}}y{{/x}}{{/main}}", "main.mustache:1:1"),
    RenderingCase(
      "a section that holds itself through a partial", "{{#on}}{{>main}}{{/on}}", ["on": true],
      "main.mustache:1:1"),
  ]

  /// `expected` is the place of the problem.
  @Test(arguments: endless) func recursionEnds(_ example: RenderingCase) throws {
    let library = TemplateLibrary(main: example.template, example.others)
    #expect(library.diagnostics.isEmpty)
    let rendering = library.render("main", with: example.data, for: .page)
    try #require(rendering.diagnostics.count == 1)
    let diagnostic = rendering.diagnostics[0]
    #expect(diagnostic.id == .templateLimit)
    #expect(diagnostic.location.description == example.expected)
    #expect(
      diagnostic.message.text
        == "sections, blocks and partials are more than 256 deep in each other here; end the "
        + "recursion in the data or the template")
    #expect(diagnostic.notes == [Diagnostic.Note("while this was rendered", at: .page)])
  }

  @Test func recursionThatTheDataEndsIsFine() {
    // Without null the leaf would find the child of the level around it.
    var tree: TemplateValue = ["name": "leaf", "child": nil]
    for _ in 0..<127 { tree = ["name": "-", "child": tree] }
    let library = TemplateLibrary(main: "{{name}}{{#child}}{{>main}}{{/child}}")
    let rendering = library.render("main", with: tree, for: .page)
    #expect(rendering.diagnostics.isEmpty)
    #expect(rendering.text == String(repeating: "-", count: 127) + "leaf")
  }

  @Test func templatesThatMultiplyAreStopped() {
    var others = ["p20": ""]
    for level in 0..<20 {
      others["p\(level)"] = "{{>p\(level + 1)}}{{>p\(level + 1)}}{{>p\(level + 1)}}"
    }
    let rendering = TemplateLibrary(main: "{{>p0}}", others).render("main", with: [:], for: .page)
    #expect(rendering.diagnostics.map(\.id) == [.templateLimit])
    #expect(rendering.diagnostics.allSatisfy { $0.message.text.hasPrefix("rendering takes more") })
  }

  @Test func listsThatMultiplyAreStopped() {
    let list = TemplateValue.list(
      Array(repeating: .text(String(repeating: "x", count: 1 << 20)), count: 100))
    let library = TemplateLibrary(main: "{{#list}}{{#list}}{{.}}{{/list}}{{/list}}")
    let rendering = library.render("main", with: ["list": list], for: .page)
    #expect(rendering.diagnostics.map(\.id) == [.templateLimit])
    #expect(rendering.text.utf8.count <= 66 << 20)
  }
}
