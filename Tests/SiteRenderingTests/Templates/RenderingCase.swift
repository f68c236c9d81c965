import DocgenGround
import DocgenSiteRendering
import Testing

/// One rule of the language: a template, its data, and the expected text.
struct RenderingCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let template: String
  let data: TemplateValue
  let expected: String
  let others: [String: String]

  init(
    _ rule: String, _ template: String, _ data: TemplateValue, _ expected: String,
    with others: [String: String] = [:]
  ) {
    self.rule = rule
    self.template = template
    self.data = data
    self.expected = expected
    self.others = others
  }

  /// A template without data.
  init(
    _ rule: String, _ template: String, _ expected: String, with others: [String: String] = [:]
  ) {
    self.init(rule, template, [:], expected, with: others)
  }

  /// Returns the same rule for another tag: with some text replaced in the template.
  func replacing(_ written: String, with tag: String) -> RenderingCase {
    RenderingCase(
      "\(rule), with \(tag)", template.replacing(written, with: tag), data, expected, with: others)
  }

  var testDescription: String { rule }

  /// Renders the template, and expects that nothing is wrong.
  func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let library = TemplateLibrary(main: template, others)
    #expect(library.diagnostics.isEmpty, sourceLocation: sourceLocation)
    let rendering = library.render("main", with: data, for: .page)
    #expect(rendering.text == expected, sourceLocation: sourceLocation)
    #expect(rendering.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }
}

extension TemplateLibrary {
  /// A library of a template `main`, and others by their names.
  init(main: String, _ others: [String: String] = [:]) {
    let files = others.merging(["main": main]) { other, _ in other }.sorted { $0.key < $1.key }
    self.init(parsing: files.map { SourceFile(path: "\($0.key).mustache", text: $0.value) })
  }
}

extension DocgenGround.SourceLocation {
  /// What the tests render.
  static let page = DocgenGround.SourceLocation(file: "guides/login.md")
}
