import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Foundation
import Testing

/// The files for search engines and for readers of feeds, which a published site has.
@Suite struct MachineFilesTests {
  /// Returns a file of a site with a page for each time: `p00`, `p01` and so on.
  private func file(
    _ path: String, ofPagesChangedAt times: [Double?], endsWithIndex: Bool = false,
    assets: [CopiedFile] = []
  ) -> String {
    let names = times.indices.map { "p\($0 / 10)\($0 % 10)" }
    let documents = names.map { name in
      let text = "---\ndescription: About <\(name)>\n---\n# \(name) & more\n"
      return DocumentParser().parse(SourceFile(path: "content/\(name).md", text: text)).document
    }
    var configuration = SiteConfiguration()
    configuration.title = "Trips & more"
    configuration.baseURL = "https://example.com/docs/"
    configuration.addressesEndWithIndex = endsWithIndex
    let changes = zip(names, times).compactMap { name, time in
      time.map { ("content/\(name).md", ChangeDate(Date(timeIntervalSince1970: $0))) }
    }
    let site = SiteRenderer(
      configuration: configuration, templates: .pages(""), assets: assets,
      changes: Dictionary(uniqueKeysWithValues: changes)
    ).render(documents, outcomes: [:])
    let found = site.files.first { $0.path == path }
    return found.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "no \(path)"
  }

  @Test func theFeedBeginsWithWhatChangedLast() {
    let feed = file("feed.xml", ofPagesChangedAt: [60, 120, nil, 120])
    #expect(
      feed == """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
        <title>Trips &amp; more</title>
        <id>https://example.com/docs/</id>
        <link href="https://example.com/docs/"/>
        <link rel="self" href="https://example.com/docs/feed.xml"/>
        <updated>1970-01-01T00:02:00Z</updated>
        <author><name>Trips &amp; more</name></author>
        \(entry("p01", "00:02:00"))
        \(entry("p03", "00:02:00"))
        \(entry("p00", "00:01:00"))
        </feed>

        """)
  }

  private func entry(_ name: String, _ time: String) -> String {
    """
    <entry>
    <title>\(name) &amp; more</title>
    <id>https://example.com/docs/\(name)/</id>
    <link href="https://example.com/docs/\(name)/"/>
    <updated>1970-01-01T\(time)Z</updated>
    <summary>About &lt;\(name)&gt;</summary>
    </entry>
    """
  }

  @Test func theFeedHasThePagesThatChangedLast() {
    let feed = file("feed.xml", ofPagesChangedAt: (0..<40).map { Double(60 * $0) })
    #expect(feed.components(separatedBy: "<entry>").count - 1 == 30)
    #expect(feed.contains("<title>p10 &amp; more</title>"))
    #expect(!feed.contains("<title>p09 &amp; more</title>"))
    #expect(file("feed.xml", ofPagesChangedAt: [nil]) == "no feed.xml")
  }

  @Test(arguments: [(false, "/"), (true, "/index.html")])
  func theSitemapHasAllPages(_ endsWithIndex: Bool, _ end: String) {
    let sitemap = file("sitemap.xml", ofPagesChangedAt: [60, nil], endsWithIndex: endsWithIndex)
    #expect(
      sitemap == """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://example.com/docs/p00\(end)</loc>\
        <lastmod>1970-01-01T00:01:00Z</lastmod></url>
        <url><loc>https://example.com/docs/p01\(end)</loc></url>
        </urlset>

        """)
  }

  /// An author's own 'llms.txt' or sitemap is published instead of the generated one.
  @Test(arguments: ["llms.txt", "sitemap.xml"]) func theAuthorsFileStays(_ path: String) {
    let own = CopiedFile(path: path, source: "content/\(path)")
    #expect(file(path, ofPagesChangedAt: [60], assets: [own]) == "no \(path)")
  }
}
