import DocgenDocModel
import DocgenGround
import Foundation

/// Which files are documents.
extension SiteReader {
  /// Other extensions of Markdown files; compared in lower case, so that `.MD` counts too.
  private static let markdownExtensions = [".md", ".markdown", ".mdown", ".mkd", ".mdwn", ".mdx"]

  /// Returns the files and folders with the documents: those of a command, of `site.yml`, or the
  /// usual ones.
  func roots(
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

  /// Returns the paths of the documents, and notes the files to copy.
  func listFiles(
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
    sources.diagnostics += others.filter { $0.hasPrefix("content/templates/") }
      .filter { $0.hasSuffix(".mustache") }
      .map { Diagnostic(.copiedTemplate, at: SourceLocation(file: $0)) }
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

  /// Returns a warning for each document whose name isn't that of a page, and a hint for each
  /// tutorial of DocC.
  private static func otherDocuments(in paths: [String]) -> [Diagnostic] {
    let others = paths.filter { path in
      !isDocument(path) && markdownExtensions.contains(where: path.lowercased().hasSuffix)
    }
    let tutorials = paths.filter { $0.hasSuffix(".tutorial") }
    return others.map { Diagnostic(.notAPage($0), at: SourceLocation(file: $0)) }
      + tutorials.map { Diagnostic(.tutorial, at: SourceLocation(file: $0)) }
  }

  /// Returns the files below a folder, sorted; skips hidden ones and those of other generators,
  /// unless they are included, and refuses links out of the root.
  func paths(
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

  static let tutorial = Self(
    .notAPage, .hint,
    "this file is no page, for docgen publishes no tutorials of DocC; write an article instead")

  static let copiedTemplate = Self(
    .missingTemplate, .warning,
    "docgen copies this file for readers and doesn't use it as a template; move it to the folder "
      + "'templates' beside 'content'")

  static let publishedFrontMatter = Self(
    .notAPage, .warning,
    "this file is copied as it is, with its front matter, which readers see; make it a page in "
      + "Markdown, or remove the front matter")

  static func linkedFolder(_ path: String) -> Self {
    Self(
      .pathLeavesRoot, "'\(path)' is a link; make it a folder of the site, or move the site there")
  }
}
