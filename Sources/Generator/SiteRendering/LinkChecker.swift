import DocgenDocModel
import DocgenGround
import Foundation

/// Checks every link of a page, before pages are rendered.
struct LinkChecker: Sendable {
  /// Knows the targets of the links that were checked.
  private(set) var resolver: LinkResolver
  private(set) var diagnostics: [Diagnostic] = []
  /// The links whose anchors have another spelling.
  private var otherAnchors: [Diagnostic] = []
  /// The links to what another program may write, with the pattern for `ignore-links`.
  private(set) var toOtherPrograms:
    [(pattern: String, destination: String, location: SourceLocation)] = []
  private(set) var counts = LinkCounts()

  /// Has the result of the last build, when there was nothing to say.
  init(_ counts: LinkCounts, resolver: LinkResolver) {
    self.counts = counts
    self.resolver = resolver
  }

  /// The counts for a cache; `nil` if the next build has something to say of the links, too.
  var cacheableCounts: LinkCounts? {
    diagnostics.isEmpty && toOtherPrograms.isEmpty ? counts : nil
  }

  init(of page: SiteMap.Page, resolver: LinkResolver) {
    self.resolver = resolver
    check(page)
  }

  private mutating func check(_ page: SiteMap.Page) {
    let summary = page.summary
    for link in summary.details.value.symbolLinks
    where resolver.symbol(named: link.name, isSymbolLink: true, on: page) == .unknown {
      report(resolver.unknownSymbol(link.name), at: link.range, on: page)
    }
    var found = summary.details.value.references
    let ways = page.metadata.home.ways
    found += ways.map { .init(destination: $0.destination, range: $0.range, isImage: false) }
    for link in found { check(link.destination, at: link.range, isImage: link.isImage, on: page) }
    diagnostics += otherAnchors.asOne
    diagnostics +=
      summary.details.value.unnamedImages.map {
        Diagnostic(.missingAltText, at: page.location($0))
      }.asOne
  }

  private mutating func check(
    _ destination: String, at range: SourceRange, isImage: Bool, on page: SiteMap.Page
  ) {
    counts.all += 1
    let mapped = resolver.site.links.mapped(destination)
    if mapped != destination { counts.mapped += 1 }
    if resolver.site.links.ignores(mapped) { counts.ignored += 1 }
    let resolution = resolver.resolve(destination, from: page, isImage: isImage)
    if !isImage { resolver.known[destination] = resolution }
    switch resolution {
    case .external, .asset, .elsewhere: break
    case .page(let target, let fragment), .named(let target, let fragment):
      counts.targets.insert(target)
      if resolution == .named(target, fragment: fragment) {
        checkName(mapped, at: range, of: target, on: page)
      }
      if let fragment, resolver.site.pages[target].anchors.aliases[fragment] != nil {
        counts.usedAliases[target, default: []].insert(fragment)
      }
      let written = destination.utf8.drop { $0 != UInt8(ascii: "#") }.dropFirst()
      let id = SitePath.decoded(String(Substring(written)))
      // DocC's anchors keep the case of the heading, and its links to members have none.
      if let fragment, fragment != id, !page.isOfCatalog, !destination.hasPrefix("doc:") {
        let message = Diagnostic.Message.otherAnchor(id, anchor: fragment)
        otherAnchors.append(Diagnostic(message, at: page.location(range)))
      }
    case .outside:
      diagnostics.append(Diagnostic(.leavesSite(mapped), at: page.location(range)))
    case .broken(let problem):
      if let pattern = resolver.otherProgram(for: problem, destination: mapped) {
        toOtherPrograms.append((pattern, mapped, page.location(range)))
      } else {
        report(
          resolver.message(for: problem, destination: mapped, from: page), at: range, on: page)
      }
    }
  }

  /// Reports a link that leads nowhere, which in a DocC catalog is no error, as in DocC.
  private mutating func report(
    _ message: Diagnostic.Message, at range: SourceRange, on page: SiteMap.Page
  ) {
    let severity = page.isOfCatalog ? min(message.severity, .warning) : message.severity
    diagnostics.append(
      Diagnostic(.init(message.id, severity, message.text), at: page.location(range)))
  }

  /// Counts a link to a page that is elsewhere; a path to a file from here is wrong.
  private mutating func checkName(
    _ destination: String, at range: SourceRange, of target: Int, on page: SiteMap.Page
  ) {
    counts.named += 1
    let path = destination.prefix { $0 != "#" && $0 != "?" }
    guard !path.hasPrefix("/"), path.hasSuffix(".md") || path.hasSuffix(".html") else { return }
    let file = resolver.site.pages[target].summary.source
    diagnostics.append(
      Diagnostic(.otherFolder(destination, of: file), at: page.location(range)))
  }
}

extension [LinkChecker] {
  /// What is wrong with the links, those to a missing folder together.
  var diagnostics: [Diagnostic] {
    let links = Dictionary(grouping: flatMap(\.toOtherPrograms), by: \.pattern)
    return flatMap(\.diagnostics)
      + links.map { pattern, links in
        var problem = Diagnostic(
          .otherProgram(links[0].destination, pattern: pattern, count: links.count),
          at: links[0].location)
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
    func links(_ count: KeyPath<LinkCounts, Int>) -> String? {
      let sum = reduce(0) { $0 + $1.counts[keyPath: count] }
      return sum == 0 ? nil : sum.counting("link")
    }
    return [
      links(\.mapped).map { "'addresses' changed \($0)" },
      links(\.ignored).map { "'ignore-links' excluded \($0)" },
      links(\.named).map { "the end of an address was enough for \($0)" },
    ].compactMap(\.self)
  }
}
