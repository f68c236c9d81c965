import DocgenDocModel
import DocgenGround

/// The pages and files at paths, and of names.
extension SiteMap {
  /// Returns the page that another generator would have at a path below the site.
  func page(like path: String) -> Int? {
    let path = Self.otherPath(path)
    let pages = pageByOtherPath.value
    return pages[path] ?? pages[path + ".html"]
      ?? pages[path.hasSuffix("/") ? path + "index.html" : path + "/index.html"]
  }

  /// Returns the page for a path below the site, in any of the forms authors write.
  func page(at path: String) -> Int? {
    // No page's path ends with a slash.
    let found =
      path.hasSuffix("/")
      ? pageByPath[path + "index.html"] : pageByPath[path] ?? pageByPath[path + "/index.html"]
    return found
      ?? (path.isEmpty || path == "index.html" ? pageByPath["index.html"] ?? home : nil)
  }

  /// Returns the page that a `doc:` link names by its address or by its file: the page of this
  /// address, one of the same DocC catalog, else of another folder.
  func article(named name: String, from page: Page) -> Int? {
    if let found = pageByPath["\(name)/index.html"] { return found }
    let file = (name.split(separator: "/").last ?? "").replacing(" ", with: "-")
    let found = articles.value[String(file)] ?? []
    let catalog = page.summary.source.firstRange(of: ".docc/").map {
      page.summary.source[..<$0.upperBound]
    }
    return found.first { index in catalog.map { pages[index].summary.source.hasPrefix($0) } ?? false
    }
      ?? found.first
  }

  /// Returns the page that was at an address before.
  func page(formerlyAt path: String) -> Page? {
    let folder = path + (path.hasSuffix("/") ? "" : "/")
    return (redirectsByPath[path] ?? redirectsByPath[folder + "index.html"])?.page
  }

  /// The page that the site's beginning redirects to; `nil` if the site has a page there.
  private var home: Int? {
    redirects.first { $0.path == "index.html" }.flatMap { pageByPath[$0.page.path] }
  }

  /// Whether a page, a redirect or a file of the author is at exactly this path.
  func isTaken(_ path: String) -> Bool {
    pageByPath[path] != nil || assets.contains(path) || redirectsByPath[path] != nil
  }

  /// Returns the page of a source file, by its path below the root.
  func page(fromSource path: String) -> Int? {
    pageBySource[path]
  }

  /// Returns the page that a navigation entry names: by id, permalink or file.
  func page(named name: String) -> Int? {
    pageByID[name] ?? pageBySource["content/\(name)"] ?? pageBySource[name]
      ?? SitePath.resolve(name, against: []).flatMap { page(at: $0) }
  }

  /// The path of the site's own icon for the tabs of browsers.
  var favicon: String? {
    ["favicon.svg", "favicon.png", "favicon.ico"].first(where: assets.contains)
  }

  /// The names of all pages, for suggestions.
  var pageNames: [String] {
    pages.map(\.path) + pageByID.keys
  }
}
