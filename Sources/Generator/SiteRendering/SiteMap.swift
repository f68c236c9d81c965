import DocModel

/// Where every page and every file of the site is, and what leads there.
struct SiteMap {
  /// A page with its place.
  struct Page {
    /// The file it is written to, below the output folder.
    let path: String
    let document: ParsedDocument
    /// Everything on the page that a link's fragment may name.
    let anchors: PageAnchors
  }

  /// The pages in the order of the documents; those without a place are left out.
  let pages: [Page]
  /// The files that are copied, by their path below the output folder.
  let assets: Set<String>
  private let pageByPath: [String: Int]
  private let pageBySource: [String: Int]
  private let pageByID: [String: Int]

  init(
    documents: [ParsedDocument], assets: Set<String>, _ diagnostics: inout [Diagnostic]
  ) {
    var pages: [Page] = []
    var pageByPath: [String: Int] = [:]
    for document in documents {
      let range = document.metadata.permalinkRange ?? SourceRange(at: .init(line: 1, column: 1))
      let place = document.file.location(range)
      guard let path = SitePath.file(ofPermalink: document.metadata.permalink) else {
        diagnostics.append(
          Diagnostic(.permalinkEscapes(document.metadata.permalink), at: place))
        continue
      }
      if let other = pageByPath[path] {
        diagnostics.append(
          Diagnostic(
            .permalinkCollision(path, with: pages[other].document.file.path), at: place))
        continue
      }
      if assets.contains(path) {
        diagnostics.append(
          Diagnostic(.permalinkCollision(path, with: "content/\(path)"), at: place))
        continue
      }
      pageByPath[path] = pages.count
      pages.append(Page(path: path, document: document, anchors: PageAnchors(of: document)))
    }
    self.pages = pages
    self.assets = assets
    self.pageByPath = pageByPath
    pageBySource = Dictionary(
      pages.enumerated().map { ($1.document.file.path, $0) },
      uniquingKeysWith: { first, _ in first })
    pageByID = Dictionary(
      pages.enumerated().compactMap { index, page in page.document.metadata.id.map { ($0, index) }
      },
      uniquingKeysWith: { first, _ in first })
    Self.reportFoldersUsedAsFiles(pages, &diagnostics)
  }

  /// `a` and `a/b.html` cannot both be files.
  private static func reportFoldersUsedAsFiles(
    _ pages: [Page], _ diagnostics: inout [Diagnostic]
  ) {
    var folders: [String: Page] = [:]
    for page in pages {
      var components = SitePath.folder(of: page.path)
      while !components.isEmpty {
        folders[components.joined(separator: "/")] = page
        components.removeLast()
      }
    }
    for page in pages {
      guard let other = folders[page.path] else { continue }
      let range =
        page.document.metadata.permalinkRange ?? SourceRange(at: .init(line: 1, column: 1))
      diagnostics.append(
        Diagnostic(
          .permalinkIsFolder(page.path, of: other.document.file.path),
          at: page.document.file.location(range)))
    }
  }

  /// The page that a path below the site stands for, in any of the forms authors write.
  func page(at path: String) -> Int? {
    pageByPath[path] ?? pageByPath[path.hasSuffix("/") ? path + "index.html" : path + "/index.html"]
      ?? (path.isEmpty ? pageByPath["index.html"] : nil)
  }

  /// The page that a source file below `content` became.
  func page(fromSource path: String) -> Int? {
    pageBySource[path]
  }

  /// The page that a navigation entry names: by id, permalink or file.
  func page(named name: String) -> Int? {
    pageByID[name] ?? pageBySource["content/\(name)"] ?? pageBySource[name]
      ?? SitePath.resolve(name, against: []).flatMap { page(at: $0) }
  }

  /// Every name by which a page can be meant, for suggestions.
  var pageNames: [String] {
    pages.map(\.path) + pageByID.keys
  }
}

extension Diagnostic.Message {
  static func permalinkEscapes(_ permalink: String) -> Self {
    Self(
      .permalinkEscapes,
      "'\(permalink)' is no path below the site; write one such as 'guides/login/index.html'"
    )
  }

  static func permalinkCollision(_ path: String, with other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(other)' is written to '\(path)' too; give one of them another permalink")
  }

  static func permalinkIsFolder(_ path: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' cannot be a file: '\(other)' needs it as a folder; end the permalink in '/'")
  }
}
