import DocgenDocModel
import DocgenGround

/// What DocC reads from a page of a catalog: its place, the symbol that it is about, and its
/// topics.
enum CatalogPage {
  /// Returns the place of a page: a catalog is a folder of its name, whose own page is the one
  /// about its module, or of the same name; `nil` for a page outside of catalogs.
  ///
  /// Several targets may have a `Documentation.docc`, which is a folder of its target's name.
  ///
  /// - Parameter path: the path of the file without its ending, below the site's folder.
  static func path(of file: SourceFile, at path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    guard let catalog = parts.firstIndex(where: { $0.hasSuffix(".docc") }) else { return nil }
    let name = String(parts[catalog].dropLast(".docc".count))
    let target = catalog > 0 ? parts[catalog - 1] : ""
    let isOfTarget = ["Docs", "Documentation"].contains(name) && !["", "Sources"].contains(target)
    let folder = isOfTarget ? target : name
    let inner = parts[(catalog + 1)...]
    if inner.count == 1, [name, folder].contains(inner.last) || isFirst(file, of: [name, target]) {
      return "\(folder)/index"
    }
    return ([folder] + inner).joined(separator: "/")
  }

  /// Whether a page is the first of a catalog, because it says so or because it is about the
  /// module.
  private static func isFirst(_ file: SourceFile, of modules: [String]) -> Bool {
    let titles = modules.map { "# ``\($0)``" }
    var fenced = FencedLines()
    // Not in an example.
    let lines = file.lines.filter { line in !fenced.contain(line.drop { " \t".contains($0) }) }
    return lines.contains { $0.trimmed.hasPrefix("@TechnologyRoot") }
      || lines.first { $0.hasPrefix("# ") }.map { titles.contains($0.trimmed) } == true
  }

  /// Reads the symbol and the topics of a page, whose title becomes the symbol's name without its
  /// module, and without a distinction such as `-swift.struct`.
  static func read(
    _ sections: inout [ParsedDocument.Section], of file: SourceFile,
    into metadata: inout PageMetadata
  ) {
    // The catalog's first page is about its module.
    let isFirst = metadata.permalink.split(separator: "/").count == 2
    for section in sections.indices where !isFirst {
      guard case .heading(var heading) = sections[section].body.first?.kind, heading.level == 1,
        heading.content.count == 1, case .code(let name) = heading.content[0].kind,
        file.line(heading.content[0].range.start.line).contains("``")
      else { continue }
      let names = name.split(separator: "/").map { $0.first == "-" ? $0 : $0.prefix { $0 != "-" } }
      metadata.symbol = names.joined(separator: "/")
      metadata.isInNavigation = false
      heading.content[0].kind = .code(String(names.last ?? ""))
      sections[section].body[0].kind = .heading(heading)
    }
    metadata.topics = topics(in: sections.flatMap(\.body))
  }

  /// Returns the articles in the lists below `Topics`, in groups of the headings there.
  private static func topics(in blocks: [Block]) -> [PageMetadata.TopicGroup] {
    var groups: [PageMetadata.TopicGroup] = []
    var isInTopics = false
    for block in blocks {
      switch block.kind {
      case .heading(let heading) where heading.level <= 2:
        isInTopics = heading.content.plainText == "Topics"
        groups += isInTopics ? [.init(title: "", articles: [])] : []
      case .heading(let heading) where isInTopics:
        groups.append(.init(title: heading.content.plainText, articles: []))
      case .list(let list) where isInTopics:
        groups[groups.count - 1].articles += list.items.compactMap { article(in: $0) }
      default: break
      }
    }
    return groups.filter { !$0.articles.isEmpty }
  }

  private static func article(in item: List.Item) -> String? {
    guard case .link(let link) = item.content.first?.inlines.first?.kind,
      link.destination.hasPrefix("doc:"), !link.destination.hasPrefix("doc://")
    else { return nil }
    return String(link.destination.dropFirst("doc:".count).prefix { $0 != "#" })
  }
}

extension SourceFile {
  /// Whether the file is in a DocC catalog.
  var isOfCatalog: Bool { path.contains(bytesOf: ".docc/") }
}
