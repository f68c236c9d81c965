public import DocgenDocModel
public import DocgenGround
public import DocgenSiteRendering
import Synchronization

/// A site that was rendered to memory.
public struct FilesOfSite: Sendable {
  /// The files, by path.
  public let files: [RenderedFile]
  /// The paths of those that are the same as in the last build.
  public let unchanged: [String]
  /// Everything else.
  public let result: SiteRenderer.Result

  /// The problems with addresses, links, navigation and templates.
  public var diagnostics: [Diagnostic]
}

extension SiteRenderer {
  /// Renders documents to memory.
  public func render(
    _ documents: [ParsedDocument], outcomes: [SampleID: SampleOutcome]
  ) -> FilesOfSite {
    let files = Mutex<[RenderedFile]>([])
    let unchanged = Mutex<[String]>([])
    let result = render(documents.map { SourcePage($0) }, outcomes: outcomes) { file in
      switch file {
      case .new(let file): files.withLock { $0.append(file) }
      case .unchanged(let path, _): unchanged.withLock { $0.append(path) }
      }
    }
    return FilesOfSite(
      files: files.withLock(\.self).sorted { $0.path < $1.path },
      unchanged: unchanged.withLock(\.self).sorted(), result: result,
      diagnostics: result.diagnostics)
  }
}

extension TemplateLibrary {
  /// Returns templates whose pages are a text, by default only what their authors wrote.
  public static func pages(_ text: String = "{{#sections}}{{{body}}}{{/sections}}") -> Self {
    TemplateLibrary(parsing: [
      SourceFile(path: "page.mustache", text: text),
      SourceFile(path: "redirect.mustache", text: ""),
    ])
  }
}
