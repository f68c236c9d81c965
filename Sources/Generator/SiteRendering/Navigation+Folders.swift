import DocgenDocModel
import DocgenGround

extension Navigation {
  /// Builds the tree from folders: pages below a folder are the items of its `index.html`, or of an
  /// entry with the folder's name, except for those of the home page and of those that a DocC
  /// catalog lists.
  static func nodesFromFolders(_ site: SiteMap) -> [Node] {
    let topics = Topics(of: site)
    var root = Folder()
    for page in site.pages.indices
    where site.pages[page].metadata.isInNavigation && !topics.listed.contains(page) {
      let path = site.pages[page].path
      let folder = SitePath.folder(of: path)
      if path.hasSuffix("/index.html") {
        root.add(page, as: folder.last.map(String.init), in: folder.dropLast())
      } else {
        root.add(page, as: nil, in: folder[...])
      }
    }
    return root.entries(of: site, topics: topics).map(\.node)
  }

  /// The position of an entry among others: home page, order, title, path.
  typealias SortKey = (Int, Int, String, String)

  /// A folder of the site.
  private struct Folder {
    /// The page of its `index.html`.
    private var page: Int?
    private var pages: [Int] = []
    private var folders: [String: Folder] = [:]

    /// Adds a page to a folder below, or makes it the page of a folder there.
    mutating func add(_ page: Int, as name: String?, in path: ArraySlice<Substring>) {
      if let next = path.first {
        folders[String(next), default: Folder()].add(page, as: name, in: path.dropFirst())
      } else if let name {
        folders[name, default: Folder()].page = page
      } else {
        pages.append(page)
      }
    }

    /// Returns the sorted entries; a folder with only one entry and no page is that entry.
    func entries(of site: SiteMap, topics: Topics) -> [(key: SortKey, node: Node)] {
      let pages = pages.map {
        (key: site.pages[$0].sortKey, node: topics.node(of: $0, in: site))
      }
      let folders = folders.map { name, folder -> (key: SortKey, node: Node) in
        let items = folder.entries(of: site, topics: topics)
        let listed = folder.page.map { topics.node(of: $0, in: site).items } ?? []
        let number = Navigation.number(of: name[...])
        if folder.page == nil, items.count == 1 {
          let (rank, order, title, path) = items[0].key
          return ((rank, number ?? order, title, path), items[0].node)
        }
        let title =
          folder.page.map { site.pages[$0].title } ?? Self.title(of: name)
        return (
          key: folder.page.map { site.pages[$0].sortKey } ?? (
            1, number ?? Int.max, TitleOrder.key(of: title), name
          ),
          node: Node(title: title, page: folder.page, items: listed + items.map(\.node))
        )
      }
      return (pages + folders).sorted { $0.key < $1.key }
    }

    private static func title(of name: String) -> String {
      let name = Navigation.number(of: name[...]) == nil ? name[...] : name.drop { !$0.isLetter }
      let words = String(name.map { $0 == "-" || $0 == "_" ? " " : $0 })
      return words.prefix(1).uppercased() + words.dropFirst()
    }
  }

  /// Returns the number before a name such as `02-guides`, by which folders sort it; `nil` for
  /// none, or for a date.
  fileprivate static func number(of name: Substring) -> Int? {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let digits = name.utf8.prefix(while: isDigit)
    let rest = name.utf8[digits.endIndex...]
    guard !digits.isEmpty, let mark = rest.first, "-_.".utf8.contains(mark),
      let next = rest.dropFirst().first, !isDigit(next), !rest.elementsEqual(".md".utf8)
    else { return nil }
    return Int(Substring(digits))
  }
}

extension SiteMap.Page {
  /// The home page comes first, then pages by `order` or the number of their file, then by title.
  var sortKey: Navigation.SortKey {
    let metadata = metadata
    let names = summary.source.utf8.split(separator: UInt8(ascii: "/"))
    let isFolderPage = DocumentPath.folderPage(of: summary.source) != nil
    let number = names.dropLast(isFolderPage ? 1 : 0).last.flatMap {
      Navigation.number(of: Substring($0))
    }
    return (
      path == "index.html" ? 0 : 1, metadata.order ?? number ?? Int.max,
      TitleOrder.key(of: metadata.title), path
    )
  }
}
