import DocgenDocModel
import DocgenJSON

/// The description of a page in JSON-LD (<https://schema.org/TechArticle>), for search engines.
enum StructuredData {
  /// Returns JSON that HTML can contain in a `script` element.
  static func json(
    of page: SiteMap.Page, at addresses: PublicAddresses?, configuration: SiteConfiguration
  ) -> String {
    var site: JSONObject = ["@type": "WebSite", "name": .string(configuration.title)]
    site["url"] = addresses.map { .string($0.home) }
    var article: JSONObject = [
      "@context": "https://schema.org", "@type": "TechArticle",
      "headline": .string(page.document.metadata.title),
    ]
    article["description"] = PageDescription.of(page.document).map { .string($0) }
    article["inLanguage"] = .string(configuration.language)
    article["dateModified"] = page.changed.map { .string($0.time) }
    article["url"] = addresses.map { .string($0.address(of: page.path)) }
    article["isPartOf"] = .object(site)
    return JSONValue.object(article).serialized(escapesHTML: true)
  }
}
