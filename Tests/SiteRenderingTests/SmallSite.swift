import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Foundation

/// A site of a fixture, rendered with templates that show every value of a page.
struct SmallSite {
  let files: [SourceFile]
  let assets: [CopiedFile]

  init(_ fixture: Fixture) throws {
    let sources = fixture.inputs.filter { $0.name.hasSuffix(".md") || $0.name.hasSuffix(".yml") }
    files = try sources.map { try SourceFile(path: "content/\($0.name)", bytes: $0.bytes) }
    assets = fixture.inputs.filter { $0.name.hasSuffix(".png") || $0.name.hasSuffix(".txt") }
      .map {
        CopiedFile(path: $0.name, source: "content/\($0.name)", size: ImageSize(of: $0.bytes))
      }
  }

  private static let templates = [
    SourceFile(
      path: "page.mustache",
      text: """
        {{#page.showsTitle}}
        <title-heading>{{page.title}}</title-heading>
        {{/page.showsTitle}}
        {{#navigation}}
        {{>navigation}}
        {{/navigation}}
        {{#breadcrumbs}}
        crumb {{title}} {{href}}{{#isCurrent}} (here){{/isCurrent}}
        {{/breadcrumbs}}
        {{#contents}}
        toc {{title}} {{href}}{{#items}} [{{title}} {{href}}]{{/items}}

        {{/contents}}
        {{#previous}}
        previous {{title}} {{href}}
        {{/previous}}
        {{#next}}
        next {{title}} {{href}}
        {{/next}}
        {{#page.description}}
        description {{page.description}}
        {{/page.description}}
        {{#page.canonical}}
        canonical {{page.canonical}}
        {{/page.canonical}}
        {{#moved}}
        moved {{id}} {{href}} {{title}}
        {{/moved}}
        {{#page.edit}}
        edit {{page.edit}}
        {{/page.edit}}
        {{#page.figures}}
        figures {{text}} {{isWhole}}
        {{/page.figures}}
        {{#top}}
        top {{title}} {{href}} {{isOpen}}
        {{/top}}
        {{#site.logo}}
        site {{site.logo}} {{site.footer}} {{site.repository}} {{site.contents}} {{site.toolchain}}
        {{/site.logo}}
        {{#page.isHomeLayout}}
        {{#ways}}
        way {{title}} {{href}}
        {{/ways}}
        hero {{{hero}}}
        {{#site.figures}}
        figures {{count}} {{rest}} {{isWhole}}
        {{/site.figures}}
        {{>groups}}
        {{/page.isHomeLayout}}
        {{#sections}}
        {{{heading}}}{{{body}}}
        {{#hasAside}}
        <beside>{{{aside}}}</beside>
        {{/hasAside}}
        {{/sections}}

        """),
    SourceFile(
      path: "navigation.mustache",
      text: """
        nav {{title}} {{href}}{{#isCurrent}} (here){{/isCurrent}}
        {{#items}}
          {{>navigation}}
        {{/items}}

        """),
    SourceFile(
      path: "redirect.mustache", text: "to {{href}}\n{{#moved}}\n{{id}} to {{href}}\n{{/moved}}\n"),
    SourceFile(
      path: "groups.mustache",
      text: """
        {{#groups}}
        group {{title}}
        {{#pages}}
          {{title}} {{href}} {{description}}{{#figures}} {{text}} {{isWhole}}{{/figures}}
        {{/pages}}
        {{/groups}}

        """),
  ]

  func render(adding templates: [(name: String, text: String)] = []) throws
    -> FilesOfSite
  {
    var configuration = SiteConfiguration()
    var diagnostics: [Diagnostic] = []
    var documents: [ParsedDocument] = []
    for file in files {
      if file.path == "content/site.yml" {
        let result = SiteConfigurationReader.read(file)
        configuration = result.configuration
        diagnostics += result.diagnostics
      } else {
        let result = DocumentParser().parse(file)
        documents.append(result.document)
        diagnostics += result.diagnostics
      }
    }
    let outcomes = documents.flatMap(\.samples).map { sample in
      (sample.id, SampleOutcome(id: sample.id, result: .passed, output: "really <printed>\n"))
    }
    let pages = IndexPages.prepared(documents.map { SourcePage($0) }, title: &configuration.title)
    let renderer = SiteRenderer(
      configuration: configuration,
      templates: TemplateLibrary(
        parsing: Self.templates
          + templates.map { SourceFile(path: "\($0.name).mustache", text: $0.text) }),
      toolchain: "Swift 6", assets: assets)
    var result = renderer.render(
      pages.map(\.document), outcomes: Dictionary(outcomes, uniquingKeysWith: { first, _ in first })
    )
    result.diagnostics = diagnostics + result.diagnostics
    return result
  }
}

extension RenderedFile {
  /// Whether it is a copy in Markdown, or a list of the site's pages for programs.
  var isForPrograms: Bool {
    [".md", ".png", ".txt", ".xml"].contains(where: path.hasSuffix)
  }
}
