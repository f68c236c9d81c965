import DocgenBuiltInTheme
import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Foundation
import Testing

@Suite struct BuiltInThemeTests {
  @Test func isTheFolderOfTemplates() throws {
    let folder = BuiltProducts.packageRoot.appending(path: "templates")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }
    #expect(names.count == BuiltInTheme.templates.count + BuiltInTheme.files.count)
    for file in BuiltInTheme.files {
      let bytes = Array(try Data(contentsOf: folder.appending(path: file.path)))
      #expect(file.bytes == bytes, "\(file.path)")
    }
    for template in BuiltInTheme.templates {
      let root = BuiltProducts.packageRoot.appending(path: template.path)
      let text = try String(contentsOf: root, encoding: .utf8)
      #expect(template.text == text, "\(template.path)")
    }
  }

  @Test func letsSitesAddToTheHead() {
    let own = SourceFile(path: "templates/head.mustache", text: "<link href=\"{{site.theme}}\">\n")
    let library = TemplateLibrary(parsing: BuiltInTheme.templates + [own])
    let page = library.render(
      "page", with: ["site": ["theme": "theme"]], for: SourceLocation(file: "index.md"))
    #expect(page.text.contains("<link href=\"theme\">\n</head>"))
  }

  @Test func hasTheTemplatesThatPagesNeed() {
    let library = TemplateLibrary(parsing: BuiltInTheme.templates)
    #expect(library.diagnostics.isEmpty)
    #expect(library.names.contains("page"))
    #expect(library.names.contains("redirect"))
  }

  /// The table of the guide to themes names all values that the theme uses.
  @Test func hasItsValuesInTheGuide() throws {
    let page = try String(
      contentsOf: BuiltProducts.packageRoot.appending(path: "content/writing/themes.md"),
      encoding: .utf8)
    let start = try #require(page.range(of: " {#values}\n")).upperBound
    let end = try #require(page.range(of: " {#strings}\n")).lowerBound
    let named = page[start..<end].matches(of: /`([a-zA-Z.]+)`/).flatMap {
      $0.1.split(separator: ".").map(String.init)
    }
    let used = TemplateLibrary(parsing: BuiltInTheme.templates).valueNames
      .subtracting(ThemeStrings.english.keys)
    #expect(used.subtracting(named) == [])
  }
}
