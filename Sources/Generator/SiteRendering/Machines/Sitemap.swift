import DocgenDocModel

/// The list of pages for search engines (<https://www.sitemaps.org/protocol.html>).
enum Sitemap {
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
