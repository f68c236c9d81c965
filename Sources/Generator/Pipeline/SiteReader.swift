import DocgenBuiltInTheme
import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import Foundation

/// Reads a site's folder: its configuration, documents, samples and templates.
struct SiteReader {
  /// The reasons why a site can't be read at all.
  enum ReadError: Error, CustomStringConvertible {
    case noDocuments(in: String)
    case unreadable(path: String, reason: String)
    case changed(path: String)

    var description: String {
      switch self {
      case .noDocuments(let root):
        "there are no documents in '\(root)': no folder 'content', no 'README.md', no folder 'Docs'; "
          + "name the site's root with --root, or the documents in 'site.yml', or begin with "
          + "'\(CommandName.docgen) init'"
      case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
      case .changed(let path): "'\(path)' changed while the site was built; build it again"
      }
    }
  }

  static let configurationPath = "content/site.yml"

  let root: URL

  init(root: URL) {
    self.root = root.resolved
  }

  /// Reads the site.
  ///
  /// - Parameters:
  ///   - paths: the files and folders with the documents; `nil` for those of the site.
  ///   - findKnown: is given everything but what is in documents' folders, and returns whether a
  ///     document in a state is known; its text is read only when something needs it.
  func read(
    in paths: [String]? = nil,
    findKnown: (
      @Sendable (SiteSources) -> @Sendable (_ path: String, _ state: FileState) -> Bool
    )? = nil
  ) throws(ReadError) -> SiteSources {
    var sources = SiteSources()
    sources.configuration = try configuration(&sources.diagnostics)
    let configuration = sources.configuration.map { SiteConfigurationReader.read($0).configuration }
    if let configuration { sources.sampleDefaults = configuration.samples }
    let roots = try roots(in: paths, of: configuration, diagnostics: &sources.diagnostics)
    sources.isOfPackage = !roots.contains("content")
    sources.packageName = try packageName(diagnostics: &sources.diagnostics)
    for folder in ["Samples", SampleContext.snippetFolder] {
      let samples = try self.paths(in: folder, diagnostics: &sources.diagnostics)
      sources.samples += try texts(
        samples.filter { $0.hasSuffix(".swift") }, diagnostics: &sources.diagnostics)
    }
    try readTheme(into: &sources)
    // They are found while the folders are listed.
    let isKnown = findKnown.map { [sources] findKnown in SideBySide.start { findKnown(sources) } }
    let documents = try listFiles(
      in: roots, including: Set(configuration?.includedFolders ?? []), into: &sources)
    try read(documents, except: isKnown?(), into: &sources)
    readIncludes(&sources)
    return sources
  }

  private func packageName(diagnostics: inout [Diagnostic]) throws(ReadError) -> String? {
    guard isFile("Package.swift"),
      let manifest = try text("Package.swift", diagnostics: &diagnostics)
    else { return nil }
    let name = manifest.text.firstMatch(of: /\bPackage\(\s*name: *"([^"\\]+)"/)
    return name.map { String($0.1) }
  }

  private func readTheme(into sources: inout SiteSources) throws(ReadError) {
    // A package may have such a folder for something else.
    let known =
      BuiltInTheme.templates.map(\.path) + BuiltInTheme.files.map { "templates/\($0.path)" }
    guard !sources.isOfPackage || known.contains(where: isFile) else { return }
    for path in try paths(in: "templates", diagnostics: &sources.diagnostics) {
      if path.hasSuffix(".mustache") {
        try text(path, diagnostics: &sources.diagnostics).map { sources.templates.append($0) }
      } else {
        let name = String(path.dropFirst("templates/".count))
        sources.themeFiles.append(RenderedFile(path: name, bytes: try bytes(path)))
      }
    }
  }

  /// Returns `site.yml`, in `content` or in the root; `nil` when there is none.
  func configuration(_ diagnostics: inout [Diagnostic]) throws(ReadError) -> SourceFile? {
    let used = [Self.configurationPath, "site.yml"].first(where: isFile)
    for path in ["site.yml", "content/site.yaml", "site.yaml"] where path != used && isFile(path) {
      diagnostics.append(
        Diagnostic(.unusedConfiguration(used: used), at: SourceLocation(file: path)))
    }
    guard let used else { return nil }
    return try text(used, diagnostics: &diagnostics)
  }

  /// Whether a path below the root is a file.
  func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(
      atPath: root.appending(path: path).path, isDirectory: &isFolder) && !isFolder.boolValue
  }
}

extension Diagnostic.Message {
  static func unusedConfiguration(used: String?) -> Self {
    Self(
      .malformedSiteConfiguration, .warning,
      used.map { "docgen reads '\($0)', not this file; move its text there, and remove it" }
        ?? "docgen reads 'site.yml', not this file; rename it")
  }
}
