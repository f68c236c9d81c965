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
          + "'docgen init'"
      case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
      case .changed(let path): "'\(path)' changed while the site was built; build it again"
      }
    }
  }

  /// Other extensions of Markdown files; compared in lower case, so that `.MD` counts too.
  private static let markdownExtensions = [".md", ".markdown", ".mdown", ".mkd", ".mdwn", ".mdx"]

  private static let configurationPath = "content/site.yml"
  /// The folders that Jekyll reads itself and never publishes.
  private static let unpublished: Set = [
    "_data", "_includes", "_layouts", "_plugins", "_sass", "_site",
  ]

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
    let included = Set(configuration?.includedFolders ?? [])
    let named = paths == nil ? configuration?.documents ?? [] : []
    for entry in named
    where !FileManager.default.fileExists(atPath: root.appending(path: entry.path).path) {
      sources.diagnostics.append(Diagnostic(.noDocuments(at: entry.path), at: entry.location))
    }
    let roots = paths ?? (named.isEmpty ? defaultPaths() : named.map(\.path))
    if roots.isEmpty { throw .noDocuments(in: root.path) }
    sources.isOfPackage = !roots.contains("content")
    if isFile("Package.swift"),
      let manifest = try text("Package.swift", diagnostics: &sources.diagnostics)
    {
      let name = manifest.text.firstMatch(of: /\bPackage\(\s*name: *"([^"\\]+)"/)
      sources.packageName = name.map { String($0.1) }
    }
    for folder in ["Samples", SampleContext.snippetFolder] {
      let samples = try self.paths(in: folder, diagnostics: &sources.diagnostics)
      sources.samples += try texts(
        samples.filter { $0.hasSuffix(".swift") }, diagnostics: &sources.diagnostics)
    }
    // A package may have such a folder for something else.
    let hasTheme =
      !sources.isOfPackage
      || ["page", "head"].contains { isFile("templates/\($0).mustache") }
    for path in hasTheme ? try self.paths(in: "templates", diagnostics: &sources.diagnostics) : [] {
      if path.hasSuffix(".mustache") {
        try text(path, diagnostics: &sources.diagnostics).map { sources.templates.append($0) }
      } else {
        let name = String(path.dropFirst("templates/".count))
        sources.themeFiles.append(RenderedFile(path: name, bytes: try bytes(path)))
      }
    }
    // They are found while the folders are listed.
    let isKnown = findKnown.map { [sources] findKnown in SideBySide.start { findKnown(sources) } }
    var documents: [String] = []
    for path in roots where path != "content" {
      let found =
        isFile(path)
        ? [path] : try self.paths(in: path, including: included, diagnostics: &sources.diagnostics)
      let known = Set(documents)
      sources.diagnostics += Self.otherDocuments(in: found)
      documents += found.filter { Self.isDocument($0) && !known.contains($0) }
    }
    let content =
      roots.contains("content")
      ? try self.paths(in: "content", including: included, diagnostics: &sources.diagnostics) : []
    documents += content.filter(Self.isDocument)
    let others = content.filter { $0 != Self.configurationPath && !Self.isDocument($0) }
    sources.assets = others.map { String($0.dropFirst("content/".count)) }
    sources.diagnostics += Self.otherDocuments(in: others)
    for path in others {
      guard [".html", ".htm"].contains(where: path.lowercased().hasSuffix) else { continue }
      let bytes = try bytes(path)
      if [Array("---\n".utf8), Array("---\r\n".utf8)].contains(where: bytes.starts) {
        sources.diagnostics.append(
          Diagnostic(.publishedFrontMatter, at: SourceLocation(file: path)))
      }
    }
    try read(documents, except: isKnown?(), into: &sources)
    readIncludes(&sources)
    return sources
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
    let files = try FolderListing(
      root: root, included: included, unpublished: Self.unpublished
    ).files(below: folder)
    diagnostics += files.diagnostics
    return files.paths.sorted()
  }

  func bytes(_ path: String) throws(ReadError) -> [UInt8] {
    do {
      return try [UInt8](contentsOf: root.appending(path: path).path)
    } catch {
      throw .unreadable(path: path, reason: error.systemReason)
    }
  }

  func text(
    _ path: String, diagnostics: inout [Diagnostic]
  ) throws(ReadError) -> SourceFile? {
    try texts([path], diagnostics: &diagnostics).first
  }

  /// Returns text files in order, without those that aren't UTF-8.
  ///
  /// - Parameter unread: returns a file that needn't be read now.
  func texts(
    _ paths: [String], diagnostics: inout [Diagnostic],
    unread: @Sendable (String) -> SourceFile? = { _ in nil }
  ) throws(ReadError) -> [SourceFile] {
    var files: [SourceFile] = []
    let results = paths.concurrentMap { path in
      Result { () throws(ReadError) -> (SourceFile?, Diagnostic?) in
        if let file = unread(path) { return (file, nil) }
        return try text(path)
      }
    }
    for read in results {
      let (file, problem) = try read.get()
      file.map { files.append($0) }
      problem.map { diagnostics.append($0) }
    }
    return files
  }

  func text(
    _ path: String
  ) throws(ReadError) -> (file: SourceFile?, problem: Diagnostic?) {
    let bytes = try bytes(path)
    do {
      return (try SourceFile(path: path, bytes: bytes), nil)
    } catch {
      let place = SourceLocation(file: path, range: SourceRange(at: error.position))
      return (nil, Diagnostic(.init(.invalidUTF8, "\(error)"), at: place))
    }
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

/// Everything that a build reads, at one point in time.
struct SiteSources: Sendable {
  /// `site.yml`, in `content` or in the root; `nil` when there is none.
  var configuration: SourceFile?
  /// Whether the documents are a package's, outside of `content`.
  var isOfPackage = false
  /// The name of the package in the root; `nil` without one.
  var packageName: String?
  /// The documents, by path.
  var documents: [SourceFile] = []
  /// The states of documents and copied files that can't change without a new state, by path.
  var states: [String: FileState] = [:]
  /// The documents that had changed when their text was needed.
  let changed = ChangedDocuments()
  /// The documents that include files, with the text of these.
  var expanded: [String: ExpandedDocument] = [:]
  /// The files that documents include and that are nothing else.
  var included: [SourceFile] = []
  /// The files to copy: everything else in `content`, by their paths below it.
  var assets: [String] = []
  /// The files that samples may name, in `Samples` and `Snippets`, by path.
  var samples: [SourceFile] = []
  /// The theme's templates; empty without a `templates` folder.
  var templates: [SourceFile] = []
  /// The theme's other files, which are copied.
  var themeFiles: [RenderedFile] = []
  /// The diagnostics for files that can't be read.
  var diagnostics: [Diagnostic] = []

  /// The programs in `Samples`, which run by themselves.
  var programs: [SourceFile] {
    samples.filter {
      $0.path.hasPrefix("Samples/") && !$0.path.hasPrefix(SampleContext.setupFolder + "/")
    }
  }

  /// The defaults of samples, from the configuration.
  var sampleDefaults: SampleDefaults {
    configuration.map { SiteConfigurationReader.read($0).configuration.samples } ?? SampleDefaults()
  }

  /// The text files by path, for the excerpts of messages.
  var textFiles: [String: SourceFile] {
    let files = [configuration].compactMap { $0 } + documents + samples + templates + included
    return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
