public import DocgenDocModel
public import DocgenGround

extension ParsedDocument {
  /// A link, an image, or another address in raw HTML.
  public struct Reference: Sendable, Hashable {
    /// The destination as written.
    public var destination: String
    /// The location in the file.
    public var range: SourceRange
    /// Whether it is an image or another file that is part of the page.
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
      case .html(let html): found += Self.references(in: html, from: inline.range.start, of: file)
      default: break
      }
    }
    forEachBlock { block in
      if case .html(let html) = block.kind {
        found += Self.references(in: html, from: block.range.start, of: file)
      }
    }
    return found
  }

  /// Returns the addresses in raw HTML, each with the location of its tag.
  private static func references(
    in html: String, from start: SourcePosition, of file: SourceFile
  ) -> [Reference] {
    let tags = HTMLTag.startTags(in: html)
    if tags.isEmpty { return [] }
    let locations = HTMLTagLocations(in: html, from: start, of: file)
    return tags.flatMap { tag in
      tag.attributes.flatMap { attribute -> [Reference] in
        guard let use = AddressAttribute(attribute.name, of: tag.name) else { return [] }
        let range = locations.range(of: tag)
        return use.addresses(in: attribute.value).map {
          Reference(destination: $0, range: range, isImage: use != .page)
        }
      }
    }
  }
}
