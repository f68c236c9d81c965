import DocgenDocModel
import DocgenGround

/// The paths of pages, copied files and redirects, of which each belongs to one of them.
extension SiteMap {
  /// Reserves the paths of copied files.
  static func reserve(
    _ assets: [CopiedFile], in addresses: inout SiteAddresses, diagnostics: inout [Diagnostic]
  ) {
    for asset in assets {
      let location = SourceLocation(file: asset.source)
      if let problem = addresses.reserve(asset.path, for: asset.source, at: location) {
        diagnostics.append(problem)
      }
      if let name = SiteAddresses.unportableName(in: asset.path) {
        diagnostics.append(Diagnostic(.unportableName(name), at: location))
      }
    }
  }

  /// Returns the pages with their paths.
  ///
  /// A page whose path isn't available is at that of its file, so that links to it and from it are
  /// checked.
  static func pages(
    of summaries: [PageSummary], changes: [String: ChangeDate], in addresses: inout SiteAddresses,
    diagnostics: inout [Diagnostic]
  ) -> [Page] {
    let paths = summaries.concurrentMap { summary in
      SitePath.file(ofPermalink: summary.metadata.permalink).map {
        (path: $0, unportableName: SiteAddresses.unportableName(in: $0))
      }
    }
    var pages: [Page] = []
    func add(_ summary: PageSummary, at path: String) {
      pages.append(Page(path: path, summary: summary, changed: changes[summary.source]))
    }
    func addAtItsFile(_ summary: PageSummary, because problem: Diagnostic) {
      diagnostics.append(problem)
      let path = "\(DocumentPath.withoutEnding(summary.source))/index.html"
      if addresses.reserve(path, for: summary.source, at: problem.location) == nil {
        add(summary, at: path)
      }
    }
    for (summary, path) in zip(summaries, paths) {
      let metadata = summary.metadata
      let range = metadata.permalinkRange ?? SourceRange(at: .init(line: 1, column: 1))
      let location = SourceLocation(file: summary.source, range: range)
      guard let (path, unportableName) = path else {
        addAtItsFile(
          summary, because: Diagnostic(.permalinkEscapes(metadata.permalink), at: location))
        continue
      }
      if let problem = addresses.reserve(path, for: summary.source, at: location) {
        addAtItsFile(summary, because: problem)
        continue
      }
      if let unportableName {
        diagnostics.append(Diagnostic(.unportableName(unportableName), at: location))
      }
      add(summary, at: path)
    }
    return pages
  }

  /// Returns the pages at former addresses.
  static func redirects(
    to pages: [Page], addresses: inout SiteAddresses, diagnostics: inout [Diagnostic]
  ) -> [Redirect] {
    var redirects: [Redirect] = []
    for page in pages {
      for alias in page.metadata.aliases where alias.anchor == nil {
        let location = page.location(alias.range)
        guard let path = SitePath.file(ofPermalink: alias.address) else {
          diagnostics.append(Diagnostic(.permalinkEscapes(alias.address), at: location))
          continue
        }
        if var problem = addresses.reserve(path, for: page.summary.source, at: location) {
          if path != page.path, path.lowercased() == page.path.lowercased() {
            problem.message = .aliasInOtherCase(alias.address)
            problem.notes = []
          }
          diagnostics.append(problem)
        } else {
          redirects.append(Redirect(path: path, page: page))
        }
      }
    }
    return redirects
  }
}

extension Diagnostic.Message {
  static func permalinkEscapes(_ permalink: String) -> Self {
    Self(
      .permalinkEscapes,
      "'\(permalink)' is no path below the site; write one such as 'guides/login/index.html'"
    )
  }

  static func aliasInOtherCase(_ address: String) -> Self {
    Self(
      .permalinkCollision, .warning,
      "'\(address)' is the page's own address in other case, which docgen can't write too; remove it"
    )
  }
}
