import DocgenDocModel
import DocgenGround

extension SiteRenderer {
  /// The path of the page that lists all pages.
  static let listingPath = "contents/index.html"
  /// The path of the page that readers get without naming one.
  static let homePath = "index.html"
  /// The path of the page that servers send for addresses that don't exist.
  static let missingPath = "404.html"

  /// The key of the record of the site's own files; no page has this path.
  static let ownFilesKey = ""

  /// Writes the files that show all pages: redirects, pages that only the theme has, and files for
  /// programs.
  ///
  /// - Returns: their record; `nil` if they have diagnostics, so that the next build renders them
  ///   again.
  func ownFiles(
    in siteContext: SiteContext, diagnostics: inout [Diagnostic], to write: (SiteFile) -> Void
  ) -> PageRecord? {
    let site = siteContext.site
    let inputs = siteContext.pageInputs.digest(ofAllWith: siteContext.counts)
    if let known = earlier[Self.ownFilesKey], known.inputs == inputs {
      for file in known.files { write(.unchanged(file.path, size: file.size)) }
      return known
    }
    var problems: [Diagnostic] = []
    var files = redirects(site, diagnostics: &problems)
    files += ownPages(in: siteContext, diagnostics: &problems)
    // The author's own files come first.
    files += machineFiles(of: site, navigation: siteContext.navigation).filter {
      !site.isTaken($0.path)
    }
    for file in files { write(.new(file)) }
    diagnostics += problems
    guard problems.isEmpty else { return nil }
    return PageRecord(
      inputs: inputs, aliases: [], links: nil, key: "", files: files, words: nil)
  }

  /// Returns the pages that only the theme has: the list of all pages, which is the home page of a
  /// site without one, and the page for missing addresses.
  private func ownPages(
    in siteContext: SiteContext, diagnostics: inout [Diagnostic]
  ) -> [RenderedFile] {
    let ownPages = [
      ("listing", Self.listingPath), ("listing", Self.homePath), ("missing", Self.missingPath),
    ]
    return ownPages.compactMap { template, path in
      guard let path = ownPath(path, template: template, in: siteContext.site) else { return nil }
      var context = context(nil, at: path, in: siteContext)
      // A server sends this page for addresses in any folder.
      if path == Self.missingPath { context.root = rootAddress }
      let title = configuration.strings[path == Self.missingPath ? "missingTitle" : "allPages"]
      let rendering = templates.render(
        template, with: context.value(title: title), for: SourceLocation(file: "content"))
      diagnostics += rendering.diagnostics
      return RenderedFile(path: path, bytes: rendering.bytes)
    }
  }

  /// Returns a page at every former address that redirects to the new one.
  private func redirects(_ site: SiteMap, diagnostics: inout [Diagnostic]) -> [RenderedFile] {
    site.redirects.map { redirect in
      let value: TemplateValue = [
        "title": .text(redirect.page.title),
        "language": .text(configuration.language),
        "href": .text(SitePath.reference(from: redirect.path, to: redirect.page.path)),
        "theme": .text(SitePath.reference(from: redirect.path, to: Self.themeFolder)),
        "moved": .list(site.movedAnchors(from: redirect.path)),
        "strings": [
          "movedPage": .text(configuration.strings["movedPage"]),
          "movedSection": .text(configuration.strings["movedSection"]),
        ],
      ]
      let rendering = templates.render("redirect", with: value, for: redirect.page.location())
      diagnostics += rendering.diagnostics
      return RenderedFile(path: redirect.path, bytes: rendering.bytes)
    }
  }

  /// Returns the path of a page that only the theme has; `nil` if the theme has no template for it,
  /// or the author's site has a page or a file there.
  func ownPath(_ path: String, template: String, in site: SiteMap) -> String? {
    let isTaken = site.page(at: path) != nil || site.isTaken(path)
    return templates.names.contains(template) && !isTaken ? path : nil
  }

  /// The path of the site on its server, which ends in `/`.
  var rootAddress: String {
    guard let base = configuration.baseURL, let scheme = base.firstRange(of: "://") else {
      return "/"
    }
    let path = base[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }

  /// Returns what is wrong with the logo, the page about proofs, and the samples that home pages
  /// name.
  func problems(in site: SiteMap) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let logo = configuration.logo, !site.assets.contains(logo.path) {
      diagnostics.append(Diagnostic(.missingLogo(logo.path), at: logo.location))
    }
    if let proof = configuration.proof, site.page(named: proof.path) == nil {
      let nearest = site.nearestName(to: proof.path)
      diagnostics.append(
        Diagnostic(.unknownProofPage(proof.path, nearest: nearest), at: proof.location))
    }
    for page in site.pages where page.metadata.isHome {
      let home = page.metadata.home
      let names = page.summary.samples.filter { !$0.isHidden }.map(\.id.name)
      guard let hero = home.hero, !names.contains(hero) else { continue }
      let nearest = Suggestion.closest(to: hero, among: names)
      diagnostics.append(
        Diagnostic(
          .unknownHero(hero, nearest: nearest), at: page.location(home.heroRange)))
    }
    return diagnostics
  }
}

extension SiteMap {
  /// Returns the name of a page that `site.yml` may mean: for the name of a file, that of another
  /// file.
  func nearestName(to name: String) -> String? {
    guard name.hasSuffix(".md") else { return Suggestion.closest(to: name, among: pageNames) }
    let files = pages.map(\.summary.source).filter { $0.hasSuffix(".md") }
    return Suggestion.closest(
      to: name,
      among: files.map { $0.hasPrefix("content/") ? String($0.dropFirst("content/".count)) : $0 })
  }
}

extension Diagnostic.Message {
  static func missingLogo(_ path: String) -> Self {
    Self(
      .missingImage,
      "the logo '\(path)' does not exist; name a file below 'content', such as 'logo.svg'")
  }

  static func unknownProofPage(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(.invalidSiteValue, "'proof' names a page '\(name)' that does not exist\(way)")
  }

  static func unknownHero(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(.invalidFrontMatterValue, "this page has no sample with 'id=\(name)'\(way)")
  }
}
