import BuiltInTheme
import DocModel
import SiteRendering
import Templates

/// The templates and files of a site's theme: its own, or the built-in ones.
struct Theme {
  let templates: TemplateLibrary
  let templateFiles: [SourceFile]
  let files: [RenderedFile]
  /// Where they come from; of the built-in theme, as if it were the site's.
  var copied: [CopiedFile] {
    files.map { file in
      let name = file.path.dropFirst(SiteRenderer.themeFolder.count + 1)
      return CopiedFile(path: file.path, source: "templates/\(name)")
    }
  }

  init(of sources: SiteSources) {
    let hasOwn = !sources.templates.isEmpty || !sources.themeFiles.isEmpty
    templateFiles = hasOwn ? sources.templates : BuiltInTheme.templates
    templates = TemplateLibrary(parsing: templateFiles, below: "templates")
    files = (hasOwn ? sources.themeFiles : BuiltInTheme.files).map { file in
      RenderedFile(path: "\(SiteRenderer.themeFolder)/\(file.path)", bytes: file.bytes)
    }
  }
}
