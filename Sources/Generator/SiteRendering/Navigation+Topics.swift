import DocgenDocModel

extension Navigation {
  /// The articles that pages of DocC catalogs list below `Topics`, as entries below these pages.
  struct Topics {
    /// The groups of each page that lists articles, without those that an earlier page lists.
    private var groups: [Int: [(title: String, pages: [Int])]] = [:]
    /// The pages that are below another one.
    private(set) var listed: Set<Int> = []
    /// The most levels of lists; what is below them has its place by its folder.
    private static let mostLevels = 8

    /// Reads the lists from the first page of each catalog on; of two lists with an article, the
    /// one nearer to that page has it.
    init(of site: SiteMap) {
      let withTopics = site.pages.indices.filter { !site.pages[$0].metadata.topics.isEmpty }
      let roots = withTopics.sorted { first, second in
        let (first, second) = (site.pages[first].path, site.pages[second].path)
        return (first.count { $0 == "/" }, first) < (second.count { $0 == "/" }, second)
      }
      var seen: Set<Int> = []
      for root in roots where site.pages[root].metadata.isInNavigation {
        var level = seen.insert(root).inserted ? [root] : []
        for _ in 0..<Self.mostLevels {
          level = level.flatMap { number in
            let page = site.pages[number]
            return page.metadata.topics.flatMap { group in
              let found = group.articles.compactMap { site.article(named: $0, from: page) }
                .filter { site.pages[$0].metadata.isInNavigation && seen.insert($0).inserted }
              if !found.isEmpty { groups[number, default: []].append((group.title, found)) }
              return found
            }
          }
          listed.formUnion(level)
        }
      }
    }

    /// Returns the entry of a page, with the articles that it lists.
    ///
    /// Groups are entries of their own, except one with a single article, or the only one of a
    /// page.
    func node(of page: Int, in site: SiteMap) -> Node {
      let groups = groups[page] ?? []
      let items = groups.flatMap { group -> [Node] in
        let nodes = group.pages.map { node(of: $0, in: site) }
        return nodes.count == 1 || groups.count == 1 || group.title.isEmpty
          ? nodes : [Node(title: group.title, items: nodes)]
      }
      return Node(title: site.pages[page].title, page: page, items: items)
    }
  }
}
