public import DocgenDocModel
public import DocgenGround

/// Where a link to a file of a package leads, which is no page.
public enum LinkTarget: Sendable, Hashable {
  /// A copy of it, by the path below the output folder.
  case file(String)
  /// Another site.
  case address(String)
  /// Nowhere: it is a folder, and the address of the repository is unknown.
  case folder
}

extension ParsedDocument {
  /// A link or an image.
  public struct Reference: Sendable, Hashable {
    /// The destination as written.
    public var destination: String
    /// The location in the file.
    public var range: SourceRange
    /// Whether it is an image.
    public var isImage: Bool
  }

  /// The links and images in Markdown and in raw HTML, in reading order.
  public var references: [Reference] {
    var found: [Reference] = []
    forEachInline { inline in
      switch inline.kind {
      case .link(let link):
        found.append(Reference(destination: link.destination, range: inline.range, isImage: false))
      case .image(let image):
        found.append(Reference(destination: image.destination, range: inline.range, isImage: true))
      case .html(let html): found += Self.references(in: html, at: inline.range)
      default: break
      }
    }
    forEachBlock { block in
      if case .html(let html) = block.kind { found += Self.references(in: html, at: block.range) }
    }
    return found
  }

  /// Returns the links and images of raw HTML, each with the line of its tag.
  private static func references(in html: String, at range: SourceRange) -> [Reference] {
    HTMLTag.startTags(in: html).compactMap { tag in
      let before = Array(html.utf8)[..<tag.range.lowerBound]
      let line = before.count { $0 == 0x0A }
      let location =
        line == 0 ? range : SourceRange(at: .init(line: range.start.line + line, column: 1))
      let isImage = tag.name == "img"
      guard isImage || tag.name == "a" else { return nil }
      return tag[isImage ? "src" : "href"].map {
        Reference(destination: $0, range: location, isImage: isImage)
      }
    }
  }
}
