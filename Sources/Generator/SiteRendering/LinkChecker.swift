import DocModel
import Ground

/// Checks every link of every page, once, before pages are rendered.
struct LinkChecker {
  let resolver: LinkResolver
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of links checked.
  private(set) var count = 0
  /// For each page, the aliases of its headings that links use, and that the page must contain.
  private(set) var usedAliases: [Int: Set<String>] = [:]

  init(resolver: LinkResolver) { self.resolver = resolver }

  mutating func check(_ page: SiteMap.Page) {
    var found: [(destination: String, range: SourceRange, isImage: Bool)] = []
    var hints: [SourceRange] = []
    page.document.forEachInline { inline in
      switch inline.kind {
      case .link(let link): found.append((link.destination, inline.range, false))
      case .image(let image):
        found.append((image.destination, inline.range, true))
        if image.content.plainText.isEmpty { hints.append(inline.range) }
      case .code(let name):
        if resolver.symbol(named: name, at: inline, on: page) == .unknown {
          diagnostics.append(
            Diagnostic(
              resolver.unknownSymbol(name), at: page.document.file.location(inline.range)))
        }
      case .html(let html): found += Self.references(in: html, at: inline.range)
      default: break
      }
    }
    page.document.forEachBlock { block in
      if case .html(let html) = block.kind { found += Self.references(in: html, at: block.range) }
    }
    let ways = page.document.metadata.home.ways
    found += ways.map { ($0.destination, $0.range, false) }
    for link in found { check(link.destination, at: link.range, isImage: link.isImage, on: page) }
    diagnostics += hints.map { Diagnostic(.missingAltText, at: page.document.file.location($0)) }
  }

  private mutating func check(
    _ destination: String, at range: SourceRange, isImage: Bool, on page: SiteMap.Page
  ) {
    count += 1
    switch resolver.resolve(destination, from: page, isImage: isImage) {
    case .external, .asset: break
    case .page(let target, let fragment):
      if let fragment, resolver.site.pages[target].anchors.aliases[fragment] != nil {
        usedAliases[target, default: []].insert(fragment)
      }
    case .broken(let message):
      diagnostics.append(Diagnostic(message, at: page.document.file.location(range)))
    }
  }

  /// Returns the links and images of raw HTML, each with the line of its tag.
  private static func references(
    in html: String, at range: SourceRange
  ) -> [(destination: String, range: SourceRange, isImage: Bool)] {
    HTMLTag.startTags(in: html).compactMap { tag in
      let before = Array(html.utf8)[..<tag.range.lowerBound]
      let line = before.count { $0 == 0x0A }
      let location =
        line == 0 ? range : SourceRange(at: .init(line: range.start.line + line, column: 1))
      switch tag.name {
      case "a": return tag["href"].map { ($0, location, false) }
      case "img": return tag["src"].map { ($0, location, true) }
      default: return nil
      }
    }
  }
}
