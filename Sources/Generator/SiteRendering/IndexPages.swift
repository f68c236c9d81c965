import DocgenDocModel
import DocgenGround

/// The pages that readers get without naming one: of a folder, its `README.md` if it has no
/// `index.md`, as on GitHub and in mdBook; of a site without either, the first of its navigation.
public enum IndexPages {
  /// Returns the pages with the permalinks and aliases of such pages changed.
  static func assigned(
    in pages: [SourcePage], navigation: [SiteConfiguration.NavigationEntry]?, assets: [CopiedFile]
  ) -> [SourcePage] {
    var pages = withReadmes(pages)
    let index = "index.html"
    func file(of permalink: String) -> String? { SitePath.file(ofPermalink: permalink) }
    let hasHome =
      assets.contains { $0.path == index }
      || pages.contains { page in
        let metadata = page.metadata
        return file(of: metadata.permalink) == index
          || metadata.aliases.contains { $0.anchor == nil && file(of: $0.address) == index }
      }
    guard !hasHome, let name = firstPage(of: navigation ?? []) else { return pages }
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
  public static func withReadmes(_ pages: [SourcePage]) -> [SourcePage] {
    let suffix = "README/index.html"
    func isReadme(_ metadata: PageMetadata) -> Bool {
      metadata.permalinkRange == nil
        && (metadata.permalink == suffix || metadata.permalink.hasSuffix("/" + suffix))
    }
    guard pages.contains(where: { isReadme($0.metadata) }) else { return pages }
    let existing = Set(pages.compactMap { SitePath.file(ofPermalink: $0.metadata.permalink) })
    return pages.map { page in
      guard isReadme(page.metadata) else { return page }
      let index = page.metadata.permalink.dropLast(suffix.count) + "index.html"
      guard !existing.contains(String(index)) else { return page }
      var page = page
      page.metadata.permalink = String(index)
      return page
    }
  }
}
