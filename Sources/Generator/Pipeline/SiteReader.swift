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

  /// Other extensions of Markdown files; compared in lower case, so that `.MD` counts too.
  private static let markdownExtensions = [".md", ".markdown", ".mdown", ".mkd", ".mdwn", ".mdx"]

  private static let configurationPath = "content/site.yml"

  let root: URL

  init(root: URL) {
    self.root = root.standardizedFileURL.resolvingSymlinksInPath()
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

  /// Returns the files and folders with the documents: those of a command, of `site.yml`, or the usual ones.
  private func roots(
    in paths: [String]?, of configuration: SiteConfiguration?, diagnostics: inout [Diagnostic]
  ) throws(ReadError) -> [String] {
    if let paths { return paths }
    let named = configuration?.documents ?? []
    for entry in named
    where !FileManager.default.fileExists(atPath: root.appending(path: entry.path).path) {
      diagnostics.append(Diagnostic(.noDocuments(at: entry.path), at: entry.location))
    }
    let roots = named.isEmpty ? defaultPaths() : named.map(\.path)
    if roots.isEmpty { throw .noDocuments(in: root.path) }
    return roots
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
        sources.diagnostics += Self.copiedTemplates(in: [path])
      }
    }
  }

  /// Returns the paths of the documents, and notes the files to copy.
  private func listFiles(
    in roots: [String], including included: Set<String>, into sources: inout SiteSources
  ) throws(ReadError) -> [String] {
    var documents: [String] = []
    for path in roots where path != "content" {
      let found =
        isFile(path)
        ? [path] : try paths(in: path, including: included, diagnostics: &sources.diagnostics)
      let known = Set(documents)
      sources.diagnostics += Self.otherDocuments(in: found)
      documents += found.filter { Self.isDocument($0) && !known.contains($0) }
    }
    guard roots.contains("content") else { return documents }
    let content = try paths(
      in: "content", including: included, diagnostics: &sources.diagnostics)
    let others = content.filter { $0 != Self.configurationPath && !Self.isDocument($0) }
    sources.assets = others.map { String($0.dropFirst("content/".count)) }
    sources.diagnostics += Self.otherDocuments(in: others)
    sources.diagnostics += Self.copiedTemplates(
      in: others.filter { $0.hasPrefix("content/templates/") })
    for path in others {
      guard [".html", ".htm"].contains(where: path.lowercased().hasSuffix) else { continue }
      let bytes = try bytes(path)
      if [Array("---\n".utf8), Array("---\r\n".utf8)].contains(where: bytes.starts) {
        sources.diagnostics.append(
          Diagnostic(.publishedFrontMatter, at: SourceLocation(file: path)))
      }
    }
    return documents + content.filter(Self.isDocument)
  }

  /// Whether a file is a page, by its name.
  static func isDocument(_ path: String) -> Bool {
    path.hasSuffix(".md") || path.hasSuffix(".markdown")
  }

  /// Returns a warning for each document whose name isn't that of a page.
  private static func otherDocuments(in paths: [String]) -> [Diagnostic] {
    paths.filter { path in
      !isDocument(path) && markdownExtensions.contains(where: path.lowercased().hasSuffix)
    }.map { Diagnostic(.notAPage($0), at: SourceLocation(file: $0)) }
  }

  /// Returns a warning for each file that by its name is to be a template and isn't used as one.
  private static func copiedTemplates(in paths: [String]) -> [Diagnostic] {
    paths.filter { $0.contains(bytesOf: ".mustache") || $0.contains(bytesOf: ".moustache") }
      .map { Diagnostic(.copiedTemplate, at: SourceLocation(file: $0)) }
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

  /// Returns where documents are if `site.yml` doesn't say it: in `content`, or else where packages
  /// have them.
  private func defaultPaths() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    if names.contains("content") { return ["content"] }
    let catalogs =
      (try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: "Sources").path)) ?? []
    return names.filter {
      ["readme.md", "readme.markdown", "docs", "documentation"].contains($0.lowercased())
        || $0.hasSuffix(".docc")
    }.sorted()
      + catalogs.filter { $0.hasSuffix(".docc") }.sorted().map { "Sources/\($0)" }
  }

  /// Whether a path below the root is a file.
  func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(
      atPath: root.appending(path: path).path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// Returns the files below a folder, sorted; skips hidden ones and those of other generators,
  /// unless they are included, and refuses links out of the root.
  private func paths(
    in folder: String, including included: Set<String> = [], diagnostics: inout [Diagnostic]
  ) throws(ReadError) -> [String] {
    let base = root.appending(path: folder)
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: base.path)) != nil {
      diagnostics.append(Diagnostic(.linkedFolder(folder), at: SourceLocation(file: folder)))
      return []
    }
    guard FileManager.default.fileExists(atPath: base.path) else { return [] }
    let files = try FolderListing(root: root, included: included).files(below: folder)
    diagnostics += files.diagnostics
    return files.paths.sorted()
  }
}

extension Diagnostic.Message {
  static func noDocuments(at path: String) -> Self {
    Self(
      .invalidSiteValue,
      "there is no '\(path)'; name files and folders with documents, below the site's folder")
  }

  static func notAPage(_ path: String) -> Self {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return Self(
      .notAPage, .warning,
      "this file is no page, for its name doesn't end in '.md'; name it '\(stem).md'")
  }

  static func unusedConfiguration(used: String?) -> Self {
    Self(
      .malformedSiteConfiguration, .warning,
      used.map { "docgen reads '\($0)', not this file; move its text there, and remove it" }
        ?? "docgen reads 'site.yml', not this file; rename it")
  }

  static let copiedTemplate = Self(
    .missingTemplate, .warning,
    "docgen copies this file for readers and doesn't use it as a template; give it a name that ends in "
      + "'.mustache' in the folder 'templates' beside 'content', or remove it")

  static let publishedFrontMatter = Self(
    .notAPage, .warning,
    "this file is copied as it is, with its front matter, which readers see; make it a page in "
      + "Markdown, or remove the front matter")

  static func linkedFolder(_ path: String) -> Self {
    Self(
      .pathLeavesRoot, "'\(path)' is a link; make it a folder of the site, or move the site there")
  }

  static func linkOutOfRoot(_ path: String) -> Self {
    Self(
      .pathLeavesRoot,
      "'\(path)' is a link to something that is no file of this site; copy the file instead")
  }
}
