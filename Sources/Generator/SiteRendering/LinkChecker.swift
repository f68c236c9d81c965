import DocgenDocModel
import DocgenGround
import Foundation

/// Checks every link of a page, before pages are rendered.
struct LinkChecker: Sendable {
  private let resolver: LinkResolver
  private(set) var diagnostics: [Diagnostic] = []
  /// The links to folders in which the site has nothing; often to one that another program writes.
  private(set) var toMissingFolders:
    [(folder: String, destination: String, location: SourceLocation)] = []
  /// The number of links checked.
  private(set) var count = 0
  /// The number of links with another address according to `site.yml`.
  private(set) var mappedCount = 0
  /// The number of links not checked according to `site.yml`.
  private(set) var ignoredCount = 0
  /// For each page, the aliases of its headings that these links use, and that it must contain.
  private(set) var usedAliases: [Int: Set<String>] = [:]

  init(of page: SiteMap.Page, resolver: LinkResolver) {
    self.resolver = resolver
    check(page)
  }

  private mutating func check(_ page: SiteMap.Page) {
    let summary = page.summary
    for link in summary.symbolLinks
    where resolver.symbol(named: link.name, isSymbolLink: true, on: page) == .unknown {
      let message = resolver.unknownSymbol(link.name, on: page)
      diagnostics.append(Diagnostic(message, at: page.location(link.range)))
    }
    var found = summary.references
    let ways = page.metadata.home.ways
    found += ways.map { .init(destination: $0.destination, range: $0.range, isImage: false) }
    for link in found { check(link.destination, at: link.range, isImage: link.isImage, on: page) }
    diagnostics += summary.unnamedImages.map { Diagnostic(.missingAltText, at: page.location($0)) }
  }

  private mutating func check(
    _ destination: String, at range: SourceRange, isImage: Bool, on page: SiteMap.Page
  ) {
    count += 1
    let mapped = resolver.site.links.mapped(destination)
    if mapped != destination { mappedCount += 1 }
    if resolver.site.links.ignores(mapped) { ignoredCount += 1 }
    switch resolver.resolve(destination, from: page, isImage: isImage) {
    case .external, .asset, .elsewhere: break
    case .page(let target, let fragment):
      if let fragment, resolver.site.pages[target].anchors.aliases[fragment] != nil {
        usedAliases[target, default: []].insert(fragment)
      }
      let written = destination.drop { $0 != "#" }.dropFirst()
      let id = written.removingPercentEncoding ?? String(written)
      // DocC's anchors keep the case of the heading.
      if let fragment, fragment != id, LinkResolver.article(in: mapped) == nil {
        let message = Diagnostic.Message.anchorInOtherCase(id, anchor: fragment)
        diagnostics.append(Diagnostic(message, at: page.location(range)))
      }
    case .beside:
      diagnostics.append(Diagnostic(.leavesSite(mapped), at: page.location(range)))
    case .broken(let problem):
      let location = page.location(range)
      if let folder = resolver.missingFolder(for: problem, destination: mapped) {
        toMissingFolders.append((folder, mapped, location))
      } else {
        let message = resolver.message(for: problem, destination: mapped)
        diagnostics.append(Diagnostic(message, at: location))
      }
    }
  }
}

extension [LinkChecker] {
  /// What is wrong with the links, those to a missing folder together.
  var diagnostics: [Diagnostic] {
    let links = Dictionary(grouping: flatMap(\.toMissingFolders), by: \.folder)
    return flatMap(\.diagnostics)
      + links.map { folder, links in
        var problem = Diagnostic(
          .brokenLinks(links[0].destination, to: folder, count: links.count), at: links[0].location)
        problem.notes = links.dropFirst().prefix(Self.maximumCount).map {
          Diagnostic.Note("also '\($0.destination)'", at: $0.location)
        }
        return problem
      }
  }

  /// The most other links that a message names.
  private static var maximumCount: Int { 20 }

  /// The links that rules of `site.yml` concern, for the build's summary.
  var remarks: [String] {
    let counts = [
      (reduce(0) { $0 + $1.mappedCount }, "have other addresses"),
      (reduce(0) { $0 + $1.ignoredCount }, "are not checked"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0) link\($0 == 1 ? "" : "s") \($1) by 'site.yml'" }
  }
}
