import DocgenDocModel

/// An Atom feed (RFC 4287) of the pages that changed last.
enum Feed {
  static let path = "feed.xml"
  /// The most pages in a feed.
  private static let longest = 30

  /// Returns the feed; `nil` when no page has a date.
  static func file(
    of pages: [SiteMap.Page], at addresses: PublicAddresses, configuration: SiteConfiguration
  ) -> RenderedFile? {
    let dated = pages.compactMap { page in page.changed.map { (time: $0.time, page: page) } }
      .sorted { ($1.time, $0.page.path) < ($0.time, $1.page.path) }
    guard let latest = dated.first else { return nil }
    let title = XMLText.escape(configuration.title)
    let home = XMLText.escape(addresses.home)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(XMLText.escape(configuration.language))">
      <title>\(title)</title>
      <id>\(home)</id>
      <link href="\(home)"/>
      <link rel="self" href="\(XMLText.escape(addresses.address(of: path)))"/>
      <updated>\(latest.time)</updated>
      <author><name>\(title)</name></author>

      """
    for (time, page) in dated.prefix(longest) {
      let address = XMLText.escape(addresses.address(of: page.path))
      text += "<entry>\n<title>\(XMLText.escape(page.title))</title>\n"
      text += "<id>\(address)</id>\n<link href=\"\(address)\"/>\n<updated>\(time)</updated>\n"
      if let description = page.summary.description {
        text += "<summary>\(XMLText.escape(description))</summary>\n"
      }
      text += "</entry>\n"
    }
    return RenderedFile(path: path, text: text + "</feed>\n")
  }
}

/// The list of pages for search engines (<https://www.sitemaps.org/protocol.html>).
enum SitemapFile {
  static let path = "sitemap.xml"

  static func file(of pages: [SiteMap.Page], at addresses: PublicAddresses) -> RenderedFile {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    for page in pages {
      text += "<url><loc>\(XMLText.escape(addresses.address(of: page.path)))</loc>"
      if let changed = page.changed { text += "<lastmod>\(changed.time)</lastmod>" }
      text += "</url>\n"
    }
    return RenderedFile(path: path, text: text + "</urlset>\n")
  }
}
