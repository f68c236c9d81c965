import DocgenDocModel
import DocgenGround
import DocgenJSON

extension SiteRenderer {
  /// Returns the files for programs of a page: its Markdown, and with a public address its picture.
  func machineFiles(
    of document: ParsedDocument, index: Int, in siteContext: SiteContext
  ) -> [RenderedFile] {
    let page = siteContext.site.pages[index]
    let copy = MarkdownCopy.file(
      of: document, on: page, resolver: siteContext.links[index].resolver,
      outcomes: siteContext.outcomes)
    guard PublicAddresses(configuration) != nil else { return [copy] }
    let picture = SharePicture.file(
      of: page, on: siteContext.site, configuration: configuration)
    return [copy] + (picture.map { [$0] } ?? [])
  }

  /// Returns the files for programs of the site: `llms.txt`, and with a public address the sitemap
  /// and the feed.
  func machineFiles(of site: SiteMap, navigation: Navigation) -> [RenderedFile] {
    let pages = site.pages.filter { !$0.isSearch }
    let addresses = PublicAddresses(configuration)
    let index = LanguageModelIndex.file(
      of: site, navigation: navigation, at: addresses, configuration: configuration)
    guard let addresses else { return [index] }
    let feed = Feed.file(of: pages, at: addresses, configuration: configuration)
    return [index, SitemapFile.file(of: pages, at: addresses)] + [feed].compactMap { $0 }
  }
}

extension PageContext {
  /// The values of a page for search engines and readers of feeds.
  ///
  /// A page that only the theme has isn't for them.
  var machineValues: TemplateObject {
    guard let index else {
      return [
        "canonical": .null, "changed": .null, "changedText": .null, "structuredData": .null,
        "markdown": .null, "feed": .null, "picture": .null,
      ]
    }
    let page = site.pages[index]
    let addresses = PublicAddresses(configuration)
    return [
      "canonical": .optional(addresses?.address(of: page.path)),
      "changed": .optional(page.changed?.day),
      "changedText": .optional(page.changed?.text(in: configuration.language)),
      "structuredData": .html(
        StructuredData.json(of: page, at: addresses, configuration: configuration)),
      "markdown": page.isSearch
        ? .null
        : .text(SitePath.reference(from: page.path, to: MarkdownCopy.path(of: page))),
      "picture": page.isSearch
        ? .null
        : .optional(
          SharePicture.path(of: page, on: site).flatMap { addresses?.address(of: $0) }),
      "feed": shared.hasFeed ? .text(SitePath.reference(from: page.path, to: Feed.path)) : .null,
    ]
  }
}

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
      "headline": .string(page.title),
    ]
    article["description"] = page.summary.description.map { .string($0) }
    article["inLanguage"] = .string(configuration.language)
    article["dateModified"] = page.changed.map { .string($0.time) }
    article["url"] = addresses.map { .string($0.address(of: page.path)) }
    article["isPartOf"] = .object(site)
    return JSONValue.object(article).serialized(escapesHTML: true)
  }
}
