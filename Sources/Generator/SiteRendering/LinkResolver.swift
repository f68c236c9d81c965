import DocgenDocModel
import DocgenGround
import Foundation

/// Finds the target of a link, or the reason why it has none.
struct LinkResolver {
  /// The target of a link.
  enum Resolution: Equatable {
    /// Another site or scheme: passed through.
    case external
    /// A page, and a location on it.
    case page(Int, fragment: String?)
    /// The only page of this name, which is elsewhere, and a location on it.
    case named(Int, fragment: String?)
    /// A file that is copied.
    case asset(String)
    /// A file or folder of the package, on another site.
    case elsewhere(String)
    /// Something on the same server that isn't part of the site.
    case outside
    /// None, for this reason.
    case broken(Problem)

    /// The page and the location on it, also if nothing there has this anchor.
    var page: (index: Int, fragment: String?)? {
      switch self {
      case .page(let index, let fragment), .named(let index, let fragment): (index, fragment)
      case .broken(.anchor(let id, let page)): (page, SitePath.escaped(id))
      case .external, .asset, .elsewhere, .outside, .broken: nil
      }
    }
  }

  let site: SiteMap
  /// The targets of links that aren't images, by their destinations, all from the page that it is
  /// used for.
  var known: [String: Resolution] = [:]

  /// Returns the target of a link on a page.
  func resolve(_ destination: String, from page: SiteMap.Page, isImage: Bool) -> Resolution {
    if !isImage, let known = known[destination] { return known }
    let destination = site.links.mapped(destination)
    if destination.contains(bytesOf: "{{") || destination.contains(bytesOf: "{%") {
      return .broken(.other(.filledIn(destination)))
    }
    if let name = Self.article(in: destination) {
      return article(name, for: destination, from: page)
    }
    if destination.hasPrefix("//") || Self.hasScheme(destination) || site.links.ignores(destination)
    {
      return .external
    }
    let fragment = destination.utf8.firstIndex(of: UInt8(ascii: "#")).map {
      String(destination[destination.utf8.index(after: $0)...])
    }
    let path = SitePath.path(of: destination)
    if path.isEmpty, !isImage {
      let own = site.page(at: page.path) ?? 0
      return checkFragment(fragment, on: own)
    }
    let decoded = SitePath.decoded(path)
    // Most links lead to a page at this address, and nothing else comes first.
    if !isImage, path.hasPrefix("/"), page.summary.source.hasPrefix("content/"),
      let found = SitePath.resolve(decoded, against: []).flatMap({ site.page(at: $0) })
    {
      return checkFragment(fragment, on: found)
    }
    let link = LocalLink(
      destination: destination, path: decoded, fragment: fragment, isImage: isImage,
      candidates: candidates(for: decoded, from: page))
    return ownTarget(of: link) ?? otherTarget(of: link, from: page)
  }

  /// Returns the reference for an author's destination; one to nothing stays as written.
  func reference(to destination: String, from page: SiteMap.Page, isImage: Bool) -> String {
    let query = Substring(
      destination.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") })
    let resolution = resolve(destination, from: page, isImage: isImage)
    if let (index, fragment) = resolution.page {
      let target = site.pages[index].path
      let anchor = fragment.map { "#\($0)" } ?? ""
      if target == page.path, !anchor.isEmpty, query.isEmpty { return anchor }
      return SitePath.reference(from: page.path, to: target) + query + anchor
    }
    switch resolution {
    case .asset(let path): return SitePath.reference(from: page.path, to: path) + query
    case .elsewhere(let address): return address
    default:
      let address = site.links.mapped(destination)
      return Self.leavesSite(address, from: page)
        ? Self.leavingSite(address, from: page) : address
    }
  }

  /// Whether a link leads out of the site, from where its document is.
  static func leavesSite(_ destination: String, from page: SiteMap.Page) -> Bool {
    let path = SitePath.path(of: destination)
    // With a permalink, links may be relative to that.
    guard path.hasPrefix("."), page.metadata.permalinkRange == nil,
      page.summary.source.hasPrefix("content/")
    else { return false }
    let folder = SitePath.folder(of: page.summary.source).dropFirst()
    return SitePath.resolve(path, against: Array(folder)) == nil
  }

  /// Returns such a link from the address of the page, which may have more folders than its
  /// document.
  private static func leavingSite(_ destination: String, from page: SiteMap.Page) -> String {
    let path = destination.prefix { $0 != "#" && $0 != "?" }
    var folders = Array(SitePath.folder(of: page.summary.source).dropFirst())
    var climbs = SitePath.folder(of: page.path).count
    for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      if part != ".." {
        folders.append(part)
      } else if folders.popLast() == nil {
        climbs += 1
      }
    }
    return String(repeating: "../", count: climbs) + folders.joined(separator: "/")
      + destination.dropFirst(path.count)
  }

  func checkFragment(
    _ fragment: String?, on page: Int
  ) -> Resolution {
    // The beginning of the page (HTML), older documents' placeholder for "to do", and the fragments
    // of generated reference pages.
    guard let fragment, !fragment.isEmpty, fragment.lowercased() != "top",
      !"?!".contains(fragment.first ?? " "), !fragment.utf8.contains(UInt8(ascii: "/"))
    else { return .page(page, fragment: fragment) }
    let id = SitePath.decoded(fragment)
    let anchors = site.pages[page].anchors
    if let found = anchors.anchor(id) { return .page(page, fragment: found) }
    return .broken(.anchor(id, page: page))
  }

  /// Whether a destination is a path from another.
  static func isRelative(_ destination: String) -> Bool {
    !hasScheme(destination) && destination.first.map { !"/#?".contains($0) } == true
  }

  /// Whether a destination begins with a URI scheme (RFC 3986, 3.1).
  private static func hasScheme(_ destination: String) -> Bool {
    guard let colon = destination.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = destination[..<colon]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
