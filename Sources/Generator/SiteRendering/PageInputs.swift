import DocgenDocModel
import DocgenGround
import DocgenHashing
import Foundation

/// The hashes of everything that pages are rendered from, except for descriptions of other pages.
///
/// docgen renders a page again, and checks its links again, only if its hash has changed. A page is rendered
/// from its document, the outcomes of its samples, the addresses of all pages, and the titles and
/// anchors of few: those that it links to, and those around it in the navigation.
struct PageInputs {
  private let site: SiteMap
  private let navigation: Navigation
  private let outcomes: [SampleID: SampleOutcome]
  /// A hash of what all pages are rendered from.
  private let shared: String
  /// For each page, a hash of its address, title and anchors, which other pages may use.
  private let visible: [UInt64]
  private let allVisible: UInt64

  init(
    of site: SiteMap, navigation: Navigation, outcomes: [SampleID: SampleOutcome],
    shared: [String]
  ) {
    (self.site, self.navigation, self.outcomes) = (site, navigation, outcomes)
    var hash = ContentHash()
    for page in site.pages {
      for text in [page.summary.source, page.summary.metadataDigest, page.path] { hash.add(text) }
    }
    for asset in site.assets.sorted() {
      hash.add(asset)
      if let size = site.imageSizes[asset] { hash.add("\(size.width) \(size.height)") }
    }
    for (path, target) in site.linked.sorted(by: { $0.key < $1.key }) {
      hash.add("\(path) \(target)")
    }
    for text in shared + [site.listing ?? ""] { hash.add(text) }
    self.shared = hash.hexadecimal
    visible = site.pages.map { page in
      StableHash.mixed(
        StableHash.of(page.path.utf8), StableHash.of(page.summary.visibleDigest.utf8))
    }
    allVisible = visible.reduce(0, StableHash.mixed)
  }

  /// Returns the hash of a page.
  ///
  /// - Parameter links: what its links use; `nil` if that is unknown, as for links with a problem.
  func digest(of index: Int, links: LinkCounts?) -> String {
    let page = site.pages[index]
    var near = links.map { $0.targets.sorted().map(visible) } ?? [allVisible]
    let neighbours = navigation.neighbours(of: index, in: site)
    near += [neighbours.previous, neighbours.next].map { $0.map(visible) ?? 0 }
    near.append(navigation.digest(around: index, in: site))
    near.append(site.sharedTitles.contains(page.title) ? 1 : 0)
    near.append(TemplateValue.list(site.movedAnchors(from: page.path)).digest)
    var hash = ContentHash()
    for text in [shared, page.summary.digest, page.changed.map { "\($0.seconds)" } ?? ""] {
      hash.add(text)
    }
    hash.add(String(near.reduce(0, StableHash.mixed), radix: 16))
    for sample in page.summary.samples { hash.add(outcomes[sample.id].map(\.shownDigest) ?? []) }
    return hash.hexadecimal
  }

  /// Returns the hash of files that show all pages.
  func digest(ofAllWith counts: [ExampleCount]) -> String {
    var hash = ContentHash()
    hash.add(shared)
    for (page, count) in zip(site.pages, counts) {
      hash.add(page.summary.visibleDigest)
      hash.add(page.summary.description ?? "")
      hash.add(page.changed.map { "\($0.seconds)" } ?? "")
      hash.add(count.ran)
      hash.add(count.total)
    }
    return hash.hexadecimal
  }

  /// A cached number is that of the same page only if all addresses are the same, which `shared`
  /// ensures.
  private func visible(_ page: Int) -> UInt64 {
    visible.indices.contains(page) ? visible[page] : 0
  }
}

extension SampleOutcome {
  /// A hash of what a page may show of it.
  var shownDigest: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let parts = [try? encoder.encode(transcript), try? encoder.encode(names)]
    var hash = ContentHash()
    for part in parts { hash.add(part.map(Array.init) ?? []) }
    for text in ["\(result)", output, failure] { hash.add(text) }
    hash.add(firstLine)
    return Array(hash.hexadecimal.utf8)
  }
}
