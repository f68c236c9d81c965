import DocgenDocModel
import DocgenGround

/// The pages that readers get without naming one: of a folder, its `README.md` if it has no
/// `index.md`, as on GitHub and in mdBook; of a site without either, the first of its navigation.
public enum IndexPages {
  /// Returns the pages with the final permalinks and titles.
  ///
  /// - Parameter title: the site's title, for pages without one; if it is empty, it becomes that of
  ///   the home page, or `Documentation`.
  public static func prepared(_ pages: [SourcePage], title: inout String) -> [SourcePage] {
    var pages = withReadmes(pages)
    if title.isEmpty {
      let home = pages.first { SitePath.file(ofPermalink: $0.metadata.permalink) == "index.html" }
      title = home?.metadata.title ?? ""
    }
    if title.isEmpty { title = "Documentation" }
    for index in pages.indices where pages[index].metadata.title.isEmpty {
      pages[index].metadata.title = title
    }
    return pages
  }

  /// Returns the pages with an alias for the first of the navigation, if the site has no home page.
  static func withHome(
    _ pages: [SourcePage], configuration: SiteConfiguration, assets: [CopiedFile]
  ) -> [SourcePage] {
    var pages = pages
    let index = "index.html"
    func file(of permalink: String) -> String? { SitePath.file(ofPermalink: permalink) }
    guard let name = firstPage(of: configuration.navigation ?? []) else { return pages }
    let hasHome =
      assets.contains { $0.path == index }
      || pages.contains { page in
        let metadata = page.metadata
        return file(of: metadata.permalink) == index
          || metadata.aliases.contains { $0.anchor == nil && file(of: $0.address) == index }
      }
    guard !hasHome else { return pages }
    let first = pages.firstIndex { page in
      let metadata = page.metadata
      return metadata.id == name || [name, "content/\(name)"].contains(page.summary.source)
        || file(of: metadata.permalink) == file(of: name)
    }
    guard let first else { return pages }
    let range = SourceRange(at: SourcePosition(line: 1, column: 1))
    pages[first].metadata.aliases.append(PageMetadata.Alias(index, range: range))
    return pages
  }

  private static func firstPage(of entries: [SiteConfiguration.NavigationEntry]) -> String? {
    for entry in entries {
      if case .page(let name) = entry.target { return name }
      if let name = firstPage(of: entry.items) { return name }
    }
    return nil
  }

  /// Returns the pages with the permalink of each `README.md` that is the page of its folder.
  private static func withReadmes(_ pages: [SourcePage]) -> [SourcePage] {
    let folders = pages.map(folder(ofReadme:))
    guard folders.contains(where: { $0 != nil }) else { return pages }
    let others = Set(
      zip(pages, folders).compactMap { page, folder in
        folder == nil ? SitePath.file(ofPermalink: page.metadata.permalink) : nil
      })
    return zip(pages, folders).map { page, folder in
      guard let folder else { return page }
      let index = folder + "index.html"
      var page = page
      page.metadata.permalink = others.contains(index) ? folder + "README/index.html" : index
      return page
    }
  }

  /// Returns the folder of a `README.md` without a permalink of its own; `nil` for other pages.
  private static func folder(ofReadme page: SourcePage) -> String? {
    let (source, permalink) = (page.summary.source, page.metadata.permalink)
    guard page.metadata.permalinkRange == nil, DocumentPath.folderPage(of: source) == "README"
    else {
      return nil
    }
    // A page from the cache may have either.
    let name = ["README/index.html", "index.html"].first { permalink.hasSuffix($0) }
    return name.map { String(permalink.dropLast($0.count)) }
  }
}
