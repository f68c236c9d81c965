import DocgenDocModel
import DocgenGround

/// Links to the site's own pages and files, and to others on the same server.
extension LinkResolver {
  /// A link that isn't to another site.
  struct LocalLink {
    /// The destination as the author wrote it.
    let destination: String
    /// Its path, decoded.
    let path: String
    let fragment: String?
    let isImage: Bool
    /// What it may mean, the likeliest first.
    let candidates: [Candidate]
  }

  /// A path below the output folder, and the source file that it would have.
  struct Candidate {
    var output: String
    var source: String?
  }

  /// Returns the possible targets of a path.
  ///
  /// A path is relative to the page's own address or to its source, in this order. One to Markdown
  /// is relative to the source first, as for all generators.
  func candidates(for path: String, from page: SiteMap.Page) -> [Candidate] {
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

  /// Returns the page or file that a link names by one of its paths, or by a name that only one
  /// has.
  func ownTarget(of link: LocalLink) -> Resolution? {
    for candidate in link.candidates {
      if !link.isImage, let found = page(at: candidate) {
        return checkFragment(link.fragment, on: found)
      }
      if site.assets.contains(candidate.output) { return .asset(candidate.output) }
    }
    if link.isImage {
      let found = image(named: link.path) ?? image(at: link.candidates.map(\.output))
      return found.map { .asset($0) }
    }
    if let found = link.candidates.lazy.compactMap({ site.page(like: $0.output) }).first {
      return checkFragment(link.fragment, on: found)
    }
    guard let listing = site.listing, link.fragment == nil else { return nil }
    // The theme's home page is a list of all pages, too.
    if link.candidates.contains(where: { $0.output.isEmpty || $0.output == SiteRenderer.homePath })
    {
      return .asset(SiteRenderer.homePath)
    }
    return link.candidates.contains(where: isFolder) ? .asset(listing) : nil
  }

  private func page(at candidate: Candidate) -> Int? {
    if let found = site.page(at: candidate.output) { return found }
    return candidate.source.flatMap { site.page(fromSource: $0) ?? sourcePage(of: $0) }
  }

  /// Returns what else a link may lead to, or the reason why it leads nowhere.
  func otherTarget(of link: LocalLink, from page: SiteMap.Page) -> Resolution {
    switch SitePath.source(named: link.destination, from: page.summary.source)
      .flatMap({ site.linked[$0] })
    {
    case .file(let path): return .asset(path)
    case .address(let address): return .elsewhere(address)
    case .folder: return .broken(.other(.folderWithoutPage(link.destination)))
    case .missing, nil: break
    }
    if let page = link.candidates.lazy.compactMap({ site.page(formerlyAt: $0.output) }).first {
      return .broken(.other(.formerAddress(link.destination, of: page.summary.source)))
    }
    if link.isImage {
      return .broken(.image(link.path, tried: link.candidates.compactMap(\.source)))
    }
    let path = SitePath.path(of: link.destination)
    let leavesSite = Self.leavesSite(path, from: page)
    if leavesSite, !path.hasSuffix(".md") { return .outside }
    let written = link.path.split(separator: "/").drop { $0 == "." || $0 == ".." }
      .joined(separator: "/")
    if let found = site.page(endingIn: written) {
      let resolution = checkFragment(link.fragment, on: found)
      guard case .page(let page, let fragment) = resolution else { return resolution }
      return .named(page, fragment: fragment)
    }
    if leavesSite, site.nearest(to: written) == nil { return .outside }
    return .broken(.page(tried: link.candidates.map(\.output)))
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
}
