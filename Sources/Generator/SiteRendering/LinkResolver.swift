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
  /// The targets of links that aren't images, by their destinations, all from the page that it is used for.
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
    let candidates = self.candidates(for: decoded, from: page)
    for candidate in candidates {
      if !isImage, let found = site.page(at: candidate.output) {
        return checkFragment(fragment, on: found)
      }
      if let source = candidate.source, !isImage,
        let found = site.page(fromSource: source) ?? sourcePage(of: source)
      {
        return checkFragment(fragment, on: found)
      }
      if site.assets.contains(candidate.output) { return .asset(candidate.output) }
    }
    if !isImage, let found = candidates.lazy.compactMap({ site.page(like: $0.output) }).first {
      return checkFragment(fragment, on: found)
    }
    if isImage, let found = image(named: decoded) ?? image(at: candidates.map(\.output)) {
      return .asset(found)
    }
    if !isImage, let listing = site.listing, fragment == nil {
      // The theme's home page is a list of all pages, too.
      if candidates.contains(where: { $0.output.isEmpty || $0.output == SiteRenderer.homePath }) {
        return .asset(SiteRenderer.homePath)
      }
      if candidates.contains(where: isFolder) { return .asset(listing) }
    }
    switch SitePath.source(named: destination, from: page.summary.source)
      .flatMap({ site.linked[$0] })
    {
    case .file(let path): return .asset(path)
    case .address(let address): return .elsewhere(address)
    case .folder: return .broken(.other(.folderWithoutPage(destination)))
    case nil: break
    }
    if let page = candidates.lazy.compactMap({ site.page(formerlyAt: $0.output) }).first {
      return .broken(.other(.formerAddress(destination, of: page.summary.source)))
    }
    if isImage { return .broken(.image(decoded, tried: candidates.compactMap(\.source))) }
    let leavesSite = Self.leavesSite(path, from: page)
    if leavesSite, !path.hasSuffix(".md") { return .outside }
    let written = decoded.split(separator: "/").drop { $0 == "." || $0 == ".." }
      .joined(separator: "/")
    if let found = site.page(endingIn: written) {
      let resolution = checkFragment(fragment, on: found)
      guard case .page(let page, let fragment) = resolution else { return resolution }
      return .named(page, fragment: fragment)
    }
    if leavesSite, site.nearest(to: written) == nil { return .outside }
    return .broken(.page(tried: candidates.map(\.output)))
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

  /// A path below the output folder, and the source file that it would have.
  private struct Candidate {
    var output: String
    var source: String?
  }

  /// Returns the possible targets of a path.
  ///
  /// A path is relative to the page's own address or to its source, in this order. One to Markdown is
  /// relative to the source first, as for all generators.
  private func candidates(for path: String, from page: SiteMap.Page) -> [Candidate] {
    let source = page.summary.source
    let folder = source.hasPrefix("content/") ? "content/" : ""
    let content = String(source.dropFirst(folder.count))
    let fromOutput = SitePath.resolve(path, against: SitePath.folder(of: page.path))
    let fromSource = SitePath.resolve(path, against: SitePath.folder(of: content))
    let sources = [translation(of: fromSource, for: source), fromSource]
    // Other documents are read on GitHub too, which knows only their paths.
    let outputs = folder.isEmpty ? [] : [fromOutput]
    let places = path.hasSuffix(".md") ? sources + outputs : outputs + sources
    return places.compactMap { $0 }.reduce(into: []) { found, output in
      if !found.contains(where: { $0.output == output }) {
        found.append(Candidate(output: output, source: folder + output))
      }
    }
  }

  /// Whether a link leads out of the site, from where its document is.
  private static func leavesSite(_ destination: String, from page: SiteMap.Page) -> Bool {
    let path = SitePath.path(of: destination)
    // With a permalink, links may be relative to that.
    guard path.hasPrefix("."), page.metadata.permalinkRange == nil,
      page.summary.source.hasPrefix("content/")
    else { return false }
    let folder = SitePath.folder(of: page.summary.source).dropFirst()
    return SitePath.resolve(path, against: Array(folder)) == nil
  }

  /// Returns such a link from the address of the page, which may have more folders than its document.
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

  /// Returns the image with a name, if it is in one folder only.
  private func image(named name: String) -> String? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    let found = SiteMap.authors(site.assets).filter { path in
      let own = path.split(separator: "/").last ?? ""
      return own == name || ImageFile.isNamed(name, in: path)
    }
    let folders = Set(found.map { SitePath.folder(of: $0) })
    return folders.count == 1 ? found.min() : nil
  }

  /// Returns the only image whose path ends with another, as in Jekyll's collections, whose folders are
  /// no part of addresses.
  private func image(at paths: [String]) -> String? {
    let found = Set(paths.filter { $0.contains("/") }.flatMap(site.known.files.paths))
    return found.count == 1 ? found.first : nil
  }

  /// Whether pages are below a path, of which none is its own page.
  private func isFolder(_ candidate: Candidate) -> Bool {
    let folders = [candidate.output, candidate.source ?? candidate.output].map {
      $0.hasSuffix("/") ? String($0.dropLast()) : $0
    }
    return !candidate.output.isEmpty
      && (site.known.pages.hasFolder(SiteMap.otherPath(folders[0]))
        || site.known.sources.hasFolder(folders[1]))
  }

  /// Returns the page of the Markdown from which other generators write an HTML file.
  private func sourcePage(of file: String) -> Int? {
    guard file.hasSuffix(".html") else { return nil }
    let name = file.dropLast("html".count)
    return site.page(fromSource: name + "md") ?? site.page(fromSource: name + "markdown")
  }

  /// Returns the path of a document in the language of another, such as `a.ja.md` for `a.md` on
  /// `b.ja.md`, as MkDocs links translations.
  private func translation(of path: String?, for source: String) -> String? {
    guard let path, path.hasSuffix(".md") else { return nil }
    let parts = (source.split(separator: "/").last ?? "").split(separator: ".")
    guard parts.count > 2, parts.last == "md" else { return nil }
    let language = parts[parts.count - 2]
    let code = language.utf8.prefix { $0 != UInt8(ascii: "-") }
    guard code.count == 2, code.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    return "\(path.dropLast(3)).\(language).md"
  }

  /// Returns the name in a DocC link to an article or a symbol, such as `doc:SigningIn`.
  static func article(in destination: String) -> String? {
    guard destination.hasPrefix("doc:"), !destination.hasPrefix("doc://") else { return nil }
    return String(destination.dropFirst("doc:".count).prefix { $0 != "#" })
  }

  private func article(
    _ name: String, for destination: String, from page: SiteMap.Page
  ) -> Resolution {
    let fragment = destination.firstIndex(of: "#").map {
      String(destination[destination.index(after: $0)...])
    }
    if name.isEmpty { return checkFragment(fragment, on: site.page(at: page.path) ?? 0) }
    if let found = site.article(named: name, from: page) {
      return checkFragment(fragment, on: found)
    }
    let symbol = target(of: name, in: page.title)
    let parts = symbol?.split(separator: "#", maxSplits: 1).map(String.init) ?? []
    if let path = parts.first, let found = site.page(at: path) {
      return .page(found, fragment: parts.count > 1 ? parts[1] : nil)
    }
    return .broken(.other(.brokenArticle(destination)))
  }

  private func checkFragment(
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

  /// Whether a destination begins with a URI scheme (RFC 3986, 3.1).
  private static func hasScheme(_ destination: String) -> Bool {
    guard let colon = destination.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = destination[..<colon]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
