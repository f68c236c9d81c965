import DocgenGround
import DocgenSiteRendering
import Testing

@Suite struct TemplateLibraryTests {
  @Test func namesArePathsBelowTheFolder() {
    let library = TemplateLibrary(
      parsing: [
        SourceFile(path: "templates/page.mustache", text: "{{>parts/nav}}{{>plain}}"),
        SourceFile(path: "templates/parts/nav.mustache", text: "nav "),
        SourceFile(path: "templates/plain", text: "plain"),
      ])
    #expect(library.names == ["page", "parts/nav", "plain"])
    #expect(library.diagnostics.isEmpty)
    #expect(library.render("page", with: [:], for: .page).text == "nav plain")
  }

  @Test func laterTemplateReplacesAnEarlierOne() {
    let library = TemplateLibrary(
      parsing: ["theme", "site"].map { SourceFile(path: "a.mustache", text: "from \($0)") })
    #expect(library.render("a", with: [:], for: .page).text == "from site")
  }

  @Test func missingTemplatesAreFoundWhenLoaded() {
    let library = TemplateLibrary(
      main:
        "{{>haeder}}\n {{<layuot}}{{$body}}{{>navigation}}{{/body}}{{/layuot}}\n{{=| |=}}|>footer|",
      ["header": "", "layout": "", "footer": "{{>haeder}}"])
    let expected = [
      "footer.mustache:1:1: no template 'haeder'; did you mean 'header'?",
      "main.mustache:1:1: no template 'haeder'; did you mean 'header'?",
      "main.mustache:2:2: no template 'layuot'; did you mean 'layout'?",
      "main.mustache:2:22: no template 'navigation'; add 'navigation.mustache'",
    ]
    #expect(library.diagnostics.map { "\($0.location): \($0.message.text)" } == expected)
    #expect(library.diagnostics.allSatisfy { $0.id == .missingTemplate })
  }

  @Test func templateWithWrongSyntaxIsNotMissing() {
    let library = TemplateLibrary(main: "[{{>nav}}]", ["nav": "{{#on}}"])
    #expect(library.diagnostics.map(\.id) == [.templateSyntax])
    #expect(library.render("main", with: [:], for: .page).text == "[]")
  }

  @Test func problemsOfAllTemplatesAreReportedAtOnce() {
    let library = TemplateLibrary(
      main: "{{>b}}\n{{>nowhere}}", ["b": "{{}}", "c": "{{/x}}\n{{/y}}"])
    let expected = [
      "b.mustache:1:1", "c.mustache:1:1", "c.mustache:2:1", "main.mustache:2:1",
    ]
    #expect(library.diagnostics.map(\.location.description) == expected)
  }

  @Test func unknownTemplateIsReportedWhereItIsAskedFor() {
    let library = TemplateLibrary(main: "")
    let rendering = library.render("mian", with: [:], for: .page)
    #expect(rendering.text.isEmpty)
    let message = "no template 'mian'; did you mean 'main'?"
    #expect(
      rendering.diagnostics == [
        Diagnostic(Diagnostic.Message(.missingTemplate, .error, message), at: .page)
      ])
  }

  @Test func renderingAgainGivesTheSame() {
    let library = TemplateLibrary(main: "{{#list}}{{.}},{{/list}}")
    let renderings = (0..<3).map { _ in library.render("main", with: ["list": [1, 2]], for: .page) }
    #expect(renderings.allSatisfy { $0.text == "1,2," })
  }
}
