import DocgenDocModel
import DocgenGround

/// An anchor that a page had and that is now on another page.
struct MovedAnchor {
  /// The former anchor.
  let id: String
  /// The page that it leads to.
  let page: SiteMap.Page
  /// The anchor that it leads to; `nil` for the page's beginning.
  let anchor: String?
}

extension SiteMap {
  /// Returns the aliases with a fragment, by the path of the page or redirect that they name.
  static func movedAnchors(
    to pages: [Page], redirects: [Redirect], diagnostics: inout [Diagnostic]
  ) -> [String: [MovedAnchor]] {
    // Most sites have no such alias, and most pages' anchors needn't be read.
    lazy var known = Dictionary(pages.map { ($0.path, $0.anchors.ids) }) { first, _ in first }
      .merging(redirects.map { ($0.path, []) }) { first, _ in first }
    var moved: [String: [MovedAnchor]] = [:]
    for page in pages {
      let metadata = page.metadata
      for alias in metadata.aliases where !metadata.isOwnAnchor(alias) {
        guard let id = alias.anchor else { continue }
        let path = SitePath.file(ofPermalink: alias.address)
        let named = alias.heading ?? id
        let hasAnchor = page.anchors.ids.contains(named)
        let anchors = path.flatMap { path in
          known[path].map { $0.union((moved[path] ?? []).map(\.id)) }
        }
        if let message = problem(alias, id: id, on: anchors) {
          diagnostics.append(Diagnostic(message, at: page.location(alias.range)))
        } else if !hasAnchor, alias.heading != nil {
          let nearest = Suggestion.nearest(to: named, among: page.anchors.ids)
          diagnostics.append(
            Diagnostic(
              .brokenAnchor(named, on: page.summary.source, nearest: nearest),
              at: page.location(alias.range)))
        } else if let path {
          moved[path, default: []].append(
            MovedAnchor(id: id, page: page, anchor: hasAnchor ? named : nil))
        }
      }
    }
    return moved
  }

  /// Returns why a page can't have a former anchor.
  private static func problem(
    _ alias: PageMetadata.Alias, id: String, on anchors: Set<String>?
  ) -> Diagnostic.Message? {
    guard let anchors else { return .aliasWithoutPage(alias.address) }
    return anchors.contains(id) ? .aliasIsAnchor(id, on: alias.address) : nil
  }

  /// Returns the anchors that were at a path and are elsewhere now, for its template.
  func movedAnchors(from path: String) -> [TemplateValue] {
    (movedAnchors[path] ?? []).map { moved in
      let reference = SitePath.reference(from: path, to: moved.page.path)
      return [
        "id": .text(moved.id),
        "href": .text(reference + (moved.anchor.map { "#\($0)" } ?? "")),
        "title": .text(moved.page.title),
      ]
    }
  }
}

extension Diagnostic.Message {
  static func aliasWithoutPage(_ address: String) -> Self {
    Self(
      .brokenLink,
      "'\(address)' is no page and no alias of the site; if it was a page, list it as an alias too")
  }

  static func aliasIsAnchor(_ id: String, on address: String) -> Self {
    Self(.permalinkCollision, "'\(address)' has an anchor '#\(id)'; remove the alias")
  }
}
