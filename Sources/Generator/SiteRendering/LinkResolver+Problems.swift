import DocgenDocModel
import DocgenGround

extension LinkResolver {
  /// The reason why a link has no target; its message takes time.
  enum Problem: Equatable {
    /// No page or file is at one of these paths.
    case page(tried: [String])
    /// No image or other file is at one of these paths.
    case image(String, tried: [String])
    /// The page has no such anchor.
    case anchor(String, page: Int)
    /// Another reason.
    case other(Diagnostic.Message)

    /// The paths at which nothing is, below the output folder.
    fileprivate var tried: [String]? {
      switch self {
      case .page(let tried): tried
      case .image(_, let tried):
        tried.map { $0.hasPrefix("content/") ? String($0.dropFirst("content/".count)) : $0 }
      case .anchor, .other: nil
      }
    }
  }

  /// Returns what is wrong with a link on a page.
  func message(
    for problem: Problem, destination: String, from page: SiteMap.Page
  ) -> Diagnostic.Message {
    switch problem {
    case .page(let tried): brokenLink(destination, tried: tried, from: page)
    case .image(let path, _) where site.module(ofReferencePage: page.path) != nil:
      .missingImage(path, ofModule: site.module(ofReferencePage: page.path) ?? "")
    case .image(let path, let tried):
      .missingImage(
        path, tried: tried,
        way: nearestFile(for: problem, destination: destination, from: page).map {
          "the nearest is '\($0)'"
        } ?? pattern(for: problem, destination: destination).map { .image(ignoredBy: $0, on: page) }
      )
    case .anchor(let id, let page): brokenAnchor(id, on: site.pages[page])
    case .other(let message): message
    }
  }

  /// Returns the path below the root of the file that an author may have meant.
  private func nearestFile(
    for problem: Problem, destination: String, from page: SiteMap.Page
  ) -> String? {
    guard page.summary.source.hasPrefix("content/") else {
      let path = SitePath.source(named: destination, from: page.summary.source)
      guard case .missing(let nearest)? = path.flatMap({ site.linked[$0] }) else { return nil }
      return nearest
    }
    return problem.tried?.lazy.compactMap(site.known.files.nearest).first.map { "content/\($0)" }
  }

  private func brokenAnchor(_ id: String, on page: SiteMap.Page) -> Diagnostic.Message {
    let path = page.summary.source
    let isLong = page.anchors.ids.count > Self.maximumCount
    let nearest = isLong ? nil : Suggestion.nearest(to: id, among: page.anchors.ids)
    // docgen's identifiers and those of GitHub have no capitals.
    let isOthers = id != id.lowercased() && nearest == nil
    if isOthers || page.anchors.mayHaveOthers { return .unknownAnchor(id, on: path) }
    return .brokenAnchor(id, on: path, nearest: nearest)
  }

  /// The most names among which a message names the nearest; comparing with more takes too long.
  private static var maximumCount: Int { 500 }

  /// Returns the message with the page or file that the author may have meant.
  private func brokenLink(
    _ destination: String, tried: [String], from page: SiteMap.Page
  ) -> Diagnostic.Message {
    if beginsWithHost(destination) { return .withoutScheme(destination) }
    // The address of an 'index.md' is that of its folder, so compare the files' names first.
    if SitePath.path(of: destination).hasSuffix(".md") {
      let folder = page.summary.source.hasPrefix("content/") ? "content/" : ""
      let names = tried.lazy.map { folder + DocumentPath.withoutEnding($0) }
      let file = names.compactMap(site.known.sources.nearest).map { $0 + ".md" }
        .first { site.page(fromSource: $0) != nil }
      if let file {
        let path = SitePath.reference(from: page.summary.source, to: file)
        return .brokenLink(destination, nearest: path)
      }
    }
    guard let nearest = tried.lazy.compactMap(site.nearest).first else {
      return .brokenLink(destination, nearest: nil)
    }
    // Authors of links to files write paths from their own file.
    if SitePath.path(of: destination).hasSuffix(".md"),
      let file = site.page(at: nearest).map({ site.pages[$0].summary.source }),
      file.hasSuffix(".md")
    {
      let path = SitePath.reference(from: page.summary.source, to: file)
      return .brokenLink(destination, nearest: path)
    }
    return .brokenLink(destination, nearest: "/\(nearest)")
  }

  /// Whether a link begins with the name of a server, such as `www.example.com/`, and not with a
  /// folder, whose endings, as `.docc`, are longer than those of most servers.
  private func beginsWithHost(_ destination: String) -> Bool {
    guard let name = destination.prefixMatch(of: /([\w-]+\.)+[A-Za-z]{2,3}(?=\/)/)?.0 else {
      return false
    }
    return !site.hasFolder(String(name))
  }

  /// Returns what 'ignore-links' would name if another program writes the target of a link: its
  /// address is like none of the site, and has no ending or is in a folder in which the site has
  /// nothing.
  ///
  /// Readers would miss an image at once, so it has to be named there.
  func otherProgram(for problem: Problem, destination: String) -> String? {
    if case .image(let path, _) = problem, ImageFile.isImage(path) { return nil }
    return pattern(for: problem, destination: destination)
  }

  private func pattern(for problem: Problem, destination: String) -> String? {
    guard let tried = problem.tried, !beginsWithHost(destination),
      tried.allSatisfy({ site.nearest(to: $0) == nil })
    else { return nil }
    let path = String(destination.prefix { $0 != "#" && $0 != "?" })
    // A Markdown file is a page of this site, or of none.
    if path.hasSuffix(".md") { return nil }
    let parts = path.split(separator: "/")
    if path.hasPrefix("/") {
      // A name alone may be that of a page.
      for end in parts.indices.dropLast() {
        let folder = parts[...end].joined(separator: "/")
        if !site.hasFolder(folder) { return "/\(folder)/*" }
      }
    }
    if case .image = problem { return nil }
    return parts.last?.contains(".") == false ? path : nil
  }
}

extension String {
  /// Returns the way out for an image in a folder that the site doesn't have.
  fileprivate static func image(ignoredBy pattern: String, on page: SiteMap.Page) -> String {
    // Only other documents have images in these folders.
    let isInContent = page.summary.source.hasPrefix("content/")
    return
      "put it there\(isInContent ? ", because docgen reads no 'static' or 'public'" : ""), or add "
      + "'\(pattern)' to 'ignore-links' in 'site.yml' if another program writes it"
  }
}
