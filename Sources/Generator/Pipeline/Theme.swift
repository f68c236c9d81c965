import DocgenBuiltInTheme
import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import Foundation

/// The templates and files of a site's theme: its own theme, or the built-in one with the files
/// that the site replaces.
struct Theme {
  let templates: TemplateLibrary
  /// The problems of the templates.
  let diagnostics: [Diagnostic]
  let files: [RenderedFile]
  /// The origins of the files, for messages.
  let copied: [CopiedFile]

  /// Returns a script or style sheet of the built-in theme without indentation, empty lines and
  /// lines that are only a comment, which are a sixth of the theme's.
  ///
  /// In files of the site, except unchanged copies, these may be a license, or lines of a text.
  private static func withoutComments(_ file: RenderedFile) -> RenderedFile {
    let newline = UInt8(ascii: "\n")
    let lines = file.bytes.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: " ") } }
    let code = lines.filter { line in
      !line.starts(with: "// ".utf8)
        && !(line.starts(with: "/* ".utf8) && line.suffix(3).elementsEqual(" */".utf8))
    }
    return RenderedFile(
      path: file.path, bytes: Array(code.joined(separator: [newline])) + [newline])
  }

  /// A file of a theme that isn't a template, and its origin for messages.
  private typealias File = (file: RenderedFile, source: String)

  /// Returns those of the site, and those of the built-in theme that the site doesn't replace.
  private static func files(of sources: SiteSources) -> [File] {
    let own = sources.themeFiles.map {
      File(BuiltInTheme.files.contains($0) ? withoutComments($0) : $0, "templates/\($0.path)")
    }
    let replaced = Set(sources.themeFiles.map(\.path))
    let others = isWhole(sources) ? [] : BuiltInTheme.files.filter { !replaced.contains($0.path) }
    return others.map { File(withoutComments($0), "\($0.path) of the built-in theme") } + own
  }

  /// Whether the site has a theme of its own, and not just files that replace some of the built-in
  /// one.
  private static func isWhole(_ sources: SiteSources) -> Bool {
    sources.templates.contains { $0.path == "templates/page.mustache" }
  }

  /// Whether the site decides which styles and scripts its pages may have.
  static func hasOwnPolicy(_ sources: SiteSources) -> Bool {
    isWhole(sources) || sources.templates.contains { $0.path == "templates/policy.mustache" }
  }

  /// The names of the templates of the built-in theme.
  static let builtInNames = Set(
    BuiltInTheme.templates.map {
      String($0.path.dropFirst("templates/".count).dropLast(".mustache".count))
    })

  /// Whether the theme of a site has a script that shows types of names.
  static func showsTypes(_ sources: SiteSources) -> Bool {
    files(of: sources).contains {
      $0.file.path.hasSuffix(".js")
        && String(decoding: $0.file.bytes, as: UTF8.self).contains(bytesOf: "data-types")
    }
  }

  /// Returns the path of a copied file below the folder of the theme; `nil` for one elsewhere.
  private static func fileOfTheme(_ asset: String) -> String? {
    let folder = SiteRenderer.themeFolder + "/"
    return asset.hasPrefix(folder) ? String(asset.dropFirst(folder.count)) : nil
  }

  /// Returns the theme, with the site's accent color at the end of `theme.css`.
  init(of sources: SiteSources, accent: AccentColor? = nil) {
    templates = TemplateLibrary(
      parsing: (Self.isWhole(sources) ? [] : BuiltInTheme.templates) + sources.templates,
      insteadOf: Self.builtInNames)
    let found = Self.files(of: sources)
    // A mistake in a template may hide what it includes.
    diagnostics =
      templates.diagnostics.isEmpty
      ? Self.warnings(on: templates, of: sources)
        + Self.missingFiles(
          in: sources.templates,
          except: Set(found.map(\.file.path) + sources.assets.compactMap(Self.fileOfTheme)))
      : templates.diagnostics
    files = found.map { file, _ in
      let accent = file.path == "theme.css" ? accent?.styleSheet ?? "" : ""
      return RenderedFile(
        path: "\(SiteRenderer.themeFolder)/\(file.path)", bytes: file.bytes + Array(accent.utf8))
    }
    copied = zip(files, found).map { CopiedFile(path: $0.path, source: $1.source) }
  }
}
