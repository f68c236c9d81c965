import DocgenDocModel
import DocgenGround

/// `llms.txt` (<https://llmstxt.org>): the site's pages for language models, with links to their
/// Markdown.
enum LanguageModelIndex {
  static let path = "llms.txt"

  static func file(
    of site: SiteMap, navigation: Navigation, at addresses: PublicAddresses?,
    configuration: SiteConfiguration
  ) -> RenderedFile {
    let links = site.pages.concurrentMap { page in
      let copy = MarkdownCopy.path(of: page)
      let address =
        addresses?.address(of: copy) ?? SitePath.reference(from: "index.html", to: copy)
      let description =
        page.summary.description.map { ": \(MarkdownText.escape($0))" } ?? ""
      return "- [\(MarkdownText.escape(page.title))](\(address))\(description)\n"
    }
    var seen: Set<Int> = []
    var text = "# \(MarkdownText.escape(configuration.title))\n"
    if let description = configuration.description {
      text += "\n> \(MarkdownText.escape(description))\n"
    }
    func add(_ title: String, indices: [Int]) {
      let new = indices.filter { !site.pages[$0].isSearch && seen.insert($0).inserted }
      guard !new.isEmpty else { return }
      text += "\n## \(MarkdownText.escape(title))\n\n" + new.map { links[$0] }.joined()
    }
    let single = navigation.nodes.filter(\.items.isEmpty)
    add(configuration.strings["pages"], indices: single.compactMap(\.page))
    for node in navigation.nodes { add(node.title, indices: Navigation.pages(of: [node])) }
    add(configuration.strings["morePages"], indices: Array(site.pages.indices))
    return RenderedFile(path: path, text: text)
  }
}
