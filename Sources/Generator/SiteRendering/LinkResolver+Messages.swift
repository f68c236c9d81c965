import DocgenDocModel
import DocgenGround

extension Diagnostic.Message {
  static func brokenLink(_ destination: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(.brokenLink, "'\(destination)' leads to no page or file of the site\(way)")
  }

  static func withoutScheme(_ destination: String) -> Self {
    Self(
      .brokenLink,
      "'\(destination)' leads to no page or file of the site; an address on the web begins with "
        + "'https://'")
  }

  static func filledIn(_ destination: String) -> Self {
    Self(
      .unsupportedSyntax, .warning,
      "only Jekyll and its like fill in '\(destination)'; write the address itself")
  }

  /// A warning for all links that a pattern matches: most sites are a part of a greater one, or
  /// other programs write parts of them.
  static func otherProgram(_ destination: String, pattern: String, count: Int) -> Self {
    let others = count == 2 ? ", as does one other link" : ", as do \(count - 1) other links"
    return Self(
      .brokenLink, .warning,
      "'\(destination)' leads to no page or file\(count == 1 ? "" : others); if another program writes "
        + "that, add '\(pattern)' to 'ignore-links' in 'site.yml'")
  }

  static func otherFolder(_ destination: String, of file: String) -> Self {
    Self(
      .brokenLink, .warning,
      "'\(destination)' is nothing here; the link leads to '\(file)', the only page with this ending; "
        + "write its path from here")
  }

  /// A warning, because the link leads there.
  static func formerAddress(_ destination: String, of file: String) -> Self {
    Self(.brokenLink, .warning, "'\(destination)' is an old address of '\(file)'; link to that")
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

  static func otherAnchor(_ id: String, anchor: String) -> Self {
    Self(.brokenAnchor, .warning, "the anchor is '#\(anchor)', not '#\(id)'; correct the link")
  }

  static func folderWithoutPage(_ destination: String) -> Self {
    Self(
      .brokenLink, .warning,
      "'\(destination)' is a folder without a page; write the 'repository' in 'site.yml' to link to it there"
    )
  }

  static func missingImage(_ path: String, tried: [String], way: String?) -> Self {
    let places = tried.map { "'\($0)'" }.joined(separator: " or ")
    let way = way.map { "; \($0)" } ?? ""
    let kind = ImageFile.isImage(path) ? "image" : "file"
    return Self(
      .missingImage,
      tried.isEmpty
        ? "the \(kind) '\(path)' is outside of the site's folder; copy it into that"
        : "there is no \(kind) '\(path)': not at \(places)\(way)")
  }

  static func missingImage(_ path: String, ofModule name: String) -> Self {
    Self(
      .missingImage,
      "there is no image '\(path)'; put it into the module's DocC catalog, '\(name).docc'")
  }

  static let missingAltText = Self(
    .missingAltText, .hint,
    "this image has no description; say in the brackets what it shows")
}
