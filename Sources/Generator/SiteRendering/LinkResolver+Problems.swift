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
  }

  /// Returns what is wrong with a link.
  func message(for problem: Problem, destination: String) -> Diagnostic.Message {
    switch problem {
    case .page(let tried): brokenLink(destination, tried: tried)
    case .image(let path, let tried): missingImage(path, tried: tried)
    case .anchor(let id, let page): brokenAnchor(id, on: site.pages[page])
    case .other(let message): message
    }
  }

  private func brokenAnchor(_ id: String, on page: SiteMap.Page) -> Diagnostic.Message {
    let path = page.summary.source
    if page.anchors.mayHaveOthers { return .unknownAnchor(id, on: path) }
    return .brokenAnchor(
      id, on: path, nearest: Suggestion.closest(to: id, among: page.anchors.ids))
  }

  /// Returns the message with the nearest target: a page by its address, or a file for a link that
  /// names one.
  private func brokenLink(_ destination: String, tried: [String]) -> Diagnostic.Message {
    let wanted = Self.address(of: tried.first ?? destination)
    return .brokenLink(
      destination, nearest: Suggestion.closest(to: wanted, among: known(like: wanted)))
  }

  /// Returns the first folder that a link names and in which the site has nothing, if it is like no page.
  func missingFolder(for problem: Problem, destination: String) -> String? {
    guard destination.hasPrefix("/"), case .page(let tried) = problem, let path = tried.first
    else { return nil }
    let wanted = Self.address(of: path)
    guard Suggestion.nearest(to: wanted, among: known(like: wanted)) == nil else { return nil }
    return missingFolder(in: wanted)
  }

  /// Returns what an author may have meant.
  private func known(like wanted: String) -> [String] {
    let namesFile = wanted.split(separator: "/").last?.contains(".") == true
    return site.pages.map { Self.address(of: $0.path) } + (namesFile ? files : [])
  }

  /// Returns the first folder of a path in which the site has nothing; a name alone may be one.
  private func missingFolder(in path: String) -> String? {
    if !path.isEmpty, !path.contains("/"), !path.contains(".") { return path }
    var folder = ""
    for name in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += name + "/"
      let isThere =
        site.pages.contains { $0.path.hasPrefix(folder) } || files.contains { $0.hasPrefix(folder) }
      if !isThere { return folder }
    }
    return nil
  }

  private func missingImage(_ path: String, tried: [String]) -> Diagnostic.Message {
    let images = files.filter { ImageFile.isImage($0) == ImageFile.isImage(path) }
      .map { "content/\($0)" }
    let nearest = Suggestion.closest(to: tried.last ?? path, among: images)
    return .missingImage(path, tried: tried, nearest: nearest)
  }

  /// Returns a path as authors write it: `guides/login/` for `guides/login/index.html` and
  /// `guides/login.md`.
  private static func address(of path: String) -> String {
    if path.hasSuffix("index.html") { return String(path.dropLast("index.html".count)) }
    return path.hasSuffix(".md") ? path.dropLast(3) + "/" : path
  }
}

extension Diagnostic.Message {
  static func brokenLink(_ destination: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '/\($0)'" } ?? ""
    return Self(.brokenLink, "'\(destination)' leads to no page or file of the site\(way)")
  }

  static func filledIn(_ destination: String) -> Self {
    Self(
      .unsupportedSyntax, .warning,
      "only Jekyll and its like fill in '\(destination)'; write the address itself")
  }

  /// A warning for all links to a folder: most sites are a part of a greater one, or other programs
  /// write parts of them.
  static func brokenLinks(_ destination: String, to folder: String, count: Int) -> Self {
    let others = count == 2 ? "one other link" : "\(count - 1) other links"
    return Self(
      .brokenLink, .warning,
      "'\(destination)' leads to no page or file\(count == 1 ? "" : ", as do \(others)"): the site has "
        + "nothing below '/\(folder)'; if another program writes that, add '/\(folder)*' to "
        + "'ignore-links' in 'site.yml'")
  }

  static func leavesSite(_ destination: String) -> Self {
    Self(
      .brokenLink, .warning,
      "'\(destination)' leads out of the site, where docgen can't check it; write the whole address, or "
        + "add '\(destination.prefix { $0 != "#" && $0 != "?" })' to 'ignore-links' in 'site.yml'")
  }

  /// A warning, as in DocC.
  static func brokenArticle(_ destination: String) -> Self {
    Self(.brokenLink, .warning, "'\(destination)' leads to no article or symbol of the site")
  }

  static func brokenAnchor(_ id: String, on file: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '#\($0)'" } ?? ""
    return Self(.brokenAnchor, "'\(file)' has no heading or anchor '#\(id)'\(way)")
  }

  static func unknownAnchor(_ id: String, on file: String) -> Self {
    Self(
      .brokenAnchor, .warning,
      "'\(file)' has no heading or anchor '#\(id)', unless a script or another generator adds it")
  }

  static func anchorInOtherCase(_ id: String, anchor: String) -> Self {
    Self(.brokenAnchor, .warning, "the anchor is '#\(anchor)', not '#\(id)'; write it in this case")
  }

  static func folderWithoutPage(_ destination: String) -> Self {
    Self(
      .brokenLink, .warning,
      "'\(destination)' is a folder without a page; write the 'repository' in 'site.yml' to link to it there"
    )
  }

  static func missingImage(_ path: String, tried: [String], nearest: String?) -> Self {
    let places = tried.map { "'\($0)'" }.joined(separator: " or ")
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    let kind = ImageFile.isImage(path) ? "image" : "file"
    return Self(.missingImage, "there is no \(kind) '\(path)': not at \(places)\(way)")
  }

  static let missingAltText = Self(
    .missingAltText, .hint,
    "this image has no description; say in the brackets what it shows")
}
