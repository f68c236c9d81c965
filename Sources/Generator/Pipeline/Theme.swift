import DocgenBuiltInTheme
import DocgenDocModel
import DocgenGround
import DocgenSiteRendering

/// The templates and files of a site's theme: from the site, or built in.
struct Theme {
  let templates: TemplateLibrary
  let files: [RenderedFile]
  /// The origins of the files, for messages.
  let copied: [CopiedFile]

  /// Returns a script without indentation and the lines that are only a comment, which are a sixth of
  /// the theme's.
  private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return Array(
      script.split(separator: newline, omittingEmptySubsequences: false)
        .map { $0.drop { $0 == UInt8(ascii: " ") } }
        .filter { !$0.starts(with: "// ".utf8) }
        .joined(separator: [newline]))
  }

  /// Whether the theme of a site has a script that shows types of names.
  static func showsTypes(_ sources: SiteSources) -> Bool {
    sources.templates.isEmpty && sources.themeFiles.isEmpty
      || sources.themeFiles.contains {
        $0.path.hasSuffix(".js")
          && String(decoding: $0.bytes, as: UTF8.self).contains(bytesOf: "data-types")
      }
  }

  /// Returns the theme, with the site's accent color at the end of `theme.css`.
  init(of sources: SiteSources, accent: AccentColor? = nil) {
    let hasOwn = !sources.templates.isEmpty || !sources.themeFiles.isEmpty
    templates = TemplateLibrary(
      parsing: hasOwn ? sources.templates : BuiltInTheme.templates, below: "templates")
    let found = hasOwn ? sources.themeFiles : BuiltInTheme.files
    files = found.map { file in
      let isScript = file.path.hasSuffix(".js")
      let accent = file.path == "theme.css" ? accent?.styleSheet ?? "" : ""
      return RenderedFile(
        path: "\(SiteRenderer.themeFolder)/\(file.path)",
        bytes: (isScript ? Self.withoutComments(file.bytes) : file.bytes) + Array(accent.utf8))
    }
    copied = zip(files, found).map { file, source in
      CopiedFile(
        path: file.path,
        source: hasOwn ? "templates/\(source.path)" : "\(source.path) of the built-in theme")
    }
  }
}
