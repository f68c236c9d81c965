import DocModel
import Ground

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

  /// A small page at an old address.
  struct Redirect {
    /// The file it is written to, below the output folder.
    let path: String
    /// Where it leads.
    let page: Page
  }

  /// The pages in the order of the documents; those without a place are left out.
  let pages: [Page]
  /// The files that are copied, by their path below the output folder.
  let assets: Set<String>
  /// What leads from old addresses to the pages.
  let redirects: [Redirect]
  private let pageByPath: [String: Int]
  private let pageBySource: [String: Int]
  private let pageByID: [String: Int]

  /// Gives each page its place, and tells of those that can't have theirs.
  init(
    documents: [ParsedDocument], assets: [CopiedFile], _ diagnostics: inout [Diagnostic]
  ) {
    var addresses = SiteAddresses()
    for asset in assets {
      if let problem = addresses.take(asset.path, for: asset.source) {
        diagnostics.append(Diagnostic(problem, at: SourceLocation(file: asset.source)))
      }
    }
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
      if let problem = addresses.take(path, for: document.file.path) {
        diagnostics.append(Diagnostic(problem, at: place))
        continue
      }
      pageByPath[path] = pages.count
      pages.append(Page(path: path, document: document, anchors: PageAnchors(of: document)))
    }
    self.pages = pages
    self.assets = Set(assets.map(\.path))
    self.pageByPath = pageByPath
    pageBySource = Dictionary(
      pages.enumerated().map { ($1.document.file.path, $0) },
      uniquingKeysWith: { first, _ in first })
    pageByID = Dictionary(
      pages.enumerated().compactMap { index, page in page.document.metadata.id.map { ($0, index) }
      },
      uniquingKeysWith: { first, _ in first })
    redirects = Self.redirects(to: pages, &addresses, &diagnostics)
  }

  private static func redirects(
    to pages: [Page], _ addresses: inout SiteAddresses, _ diagnostics: inout [Diagnostic]
  ) -> [Redirect] {
    var redirects: [Redirect] = []
    for page in pages {
      let file = page.document.file
      for alias in page.document.metadata.aliases {
        guard let path = SitePath.file(ofPermalink: alias.address) else {
          diagnostics.append(
            Diagnostic(.permalinkEscapes(alias.address), at: file.location(alias.range)))
          continue
        }
        if let problem = addresses.take(path, for: file.path) {
          diagnostics.append(Diagnostic(problem, at: file.location(alias.range)))
        } else {
          redirects.append(Redirect(path: path, page: page))
        }
      }
    }
    return redirects
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
}
