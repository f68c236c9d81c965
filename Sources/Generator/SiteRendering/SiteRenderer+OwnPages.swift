import DocgenDocModel
import DocgenGround

extension SiteRenderer {
  /// The path of the page that lists all pages.
  static let listingPath = "contents/index.html"
  /// The path of the page that readers get without naming one.
  static let homePath = "index.html"
  /// The path of the page that servers send for addresses that don't exist.
  static let missingPath = "404.html"

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

  /// Returns what is wrong with the logo, the page about proofs, and the samples that home pages name.
  func problems(in site: SiteMap) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if let logo = configuration.logo, !site.assets.contains(logo.path) {
      diagnostics.append(Diagnostic(.missingLogo(logo.path), at: logo.location))
    }
    if let proof = configuration.proof, site.page(named: proof.path) == nil {
      let nearest = Suggestion.closest(to: proof.path, among: site.pageNames)
      diagnostics.append(
        Diagnostic(.unknownProofPage(proof.path, nearest: nearest), at: proof.location))
    }
    for page in site.pages {
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
