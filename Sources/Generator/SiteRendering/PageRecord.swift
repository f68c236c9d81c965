public import DocgenDocModel
import DocgenGround
import DocgenHashing
import Foundation

/// What a page was rendered from and the files that it became, so that a later build renders it again only
/// if it would differ.
public struct PageRecord: Sendable {
  /// A file's path below the output folder, and its size in bytes.
  struct File: Sendable {
    let path: String
    let size: Int
  }

  /// A hash of its document, the outcomes of its samples, and what any page may show of others.
  let inputs: String
  /// The aliases of its headings that links use.
  let aliases: [String]
  /// The result of checking its links; `nil` if there is something to say of them.
  let links: LinkCounts?
  /// A hash of everything that the page shows.
  let key: String
  let files: [File]
  private let lazyWords: Lazy<PageWords>?
  /// Whether it is from a cache.
  public let isCached: Bool
  /// Whether its words are from a cache.
  public let hasCachedWords: Bool

  /// The words of the page for the search; `nil` for the page of the search.
  public var words: PageWords? { lazyWords?.value }

  /// Creates the record of a page that is rendered.
  init(
    inputs: String, aliases: [String], links: LinkCounts?, key: String, files: [RenderedFile],
    words: PageWords?
  ) {
    (self.inputs, self.aliases, self.links, self.key) = (inputs, aliases, links, key)
    self.files = files.map { File(path: $0.path, size: $0.bytes.count) }
    lazyWords = words.map { Lazy($0) }
    isCached = false
    hasCachedWords = false
  }

  /// Creates the record of a page that is the same although it is made from something else, and may have
  /// another number.
  init(
    _ record: PageRecord, number: Int, inputs: String, aliases: [String], links: LinkCounts?
  ) {
    (self.inputs, self.aliases, self.links, key) = (inputs, aliases, links, record.key)
    files = record.files.map { file in
      File(path: SearchIndex.path(file.path, ofPage: number), size: file.size)
    }
    lazyWords = record.lazyWords
    isCached = false
    hasCachedWords = record.hasCachedWords
  }

  /// What each build needs of it; `nil` if that can't be part of a cache.
  public var head: String? {
    let texts = [
      inputs, key, lazyWords == nil ? "" : "words", links?.text ?? "", "\(aliases.count)",
    ]
    return Fields.text(texts + aliases + files.flatMap { [$0.path, "\($0.size)"] })
  }

  /// Creates a record from a cache; `nil` for a head from elsewhere.
  public init?(head: Fields, words: (@Sendable () -> [UInt8])?) {
    let texts = head.texts
    guard texts.count > 4, let count = Int(texts[4]), texts.count >= 5 + count,
      texts[2].isEmpty || words != nil
    else { return nil }
    (inputs, key) = (texts[0], texts[1])
    links = LinkCounts(text: texts[3])
    aliases = Array(texts[5..<5 + count])
    files = stride(from: 5 + count, to: texts.count - 1, by: 2).map {
      File(path: texts[$0], size: Int(texts[$0 + 1]) ?? 0)
    }
    lazyWords =
      texts[2].isEmpty
      ? nil
      : words.map { words in Lazy { PageWords(bytes: words()) } }
    isCached = true
    hasCachedWords = true
  }
}

/// A file of the site.
public enum SiteFile: Sendable {
  /// A file with its bytes.
  case new(RenderedFile)
  /// The file that the last build wrote at this path, and its size in bytes.
  case unchanged(String, size: Int)
  /// The file that the last build wrote at the first path, for the second; and its size in bytes.
  case moved(from: String, to: String, size: Int)
}

extension SiteRenderer {
  /// Returns a hash of what any page may show of the others.
  func sharedDigest(of site: SiteMap, shared: SharedValues) -> String {
    var hash = ContentHash()
    for page in site.pages {
      for text in [page.summary.source, page.summary.visibleDigest, page.path] { hash.add(text) }
      hash.add(page.changed.map { "\($0.seconds)" } ?? "")
    }
    for asset in site.assets.sorted() { hash.add(asset) }
    for (path, target) in site.linked.sorted(by: { $0.key < $1.key }) {
      hash.add("\(path) \(target)")
    }
    for text in [symbolsDigest, site.listing ?? "", toolchain ?? ""] { hash.add(text) }
    hash.add(String(shared.figures.digest, radix: 16))
    hash.add(shared.hasFeed ? 1 : 0)
    return hash.hexadecimal
  }

  /// Returns a hash of everything that a page is made from, apart from descriptions of other pages.
  func inputs(
    of page: SiteMap.Page, sharing digest: String,
    outcomes: [SampleID: SampleOutcome]
  ) -> String {
    var hash = ContentHash()
    for text in [digest, page.summary.digest] { hash.add(text) }
    for sample in page.summary.samples { hash.add(outcomes[sample.id].map(Self.shown) ?? []) }
    return hash.hexadecimal
  }

  /// Returns a hash of everything that a page shows: its document, the outcomes of its samples, where
  /// its links lead, and what its template gets from the rest of the site.
  func key(
    of index: Int, surroundings: [String: TemplateValue], navigation: UInt64,
    in siteContext: SiteContext
  ) -> String {
    let site = siteContext.site
    let page = site.pages[index]
    var hash = ContentHash()
    hash.add(page.summary.digest)
    hash.add(page.path)
    hash.add(siteContext.symbolsDigest)
    hash.add(String(TemplateValue.object(surroundings).digest, radix: 16))
    hash.add(String(navigation, radix: 16))
    let resolver = LinkResolver(site: site)
    for link in page.summary.references {
      hash.add(resolver.reference(to: link.destination, from: page, isImage: link.isImage))
      guard LinkResolver.article(in: link.destination) != nil,
        case .page(let target, _) = resolver.resolve(link.destination, from: page, isImage: false)
      else { continue }
      hash.add(site.pages[target].summary.source)
      hash.add(site.pages[target].title)
    }
    for alias in (siteContext.usedAliases[index] ?? []).sorted() { hash.add(alias) }
    let proof = configuration.proof.flatMap { site.page(named: $0.path) }
    hash.add(proof.map { site.pages[$0].path } ?? "")
    hash.add(toolchain ?? "")
    for sample in page.summary.samples {
      hash.add(siteContext.outcomes[sample.id].map(Self.shown) ?? [])
    }
    return hash.hexadecimal
  }

  /// Returns what a page may show of an outcome.
  private static func shown(_ outcome: SampleOutcome) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let parts = [try? encoder.encode(outcome.transcript), try? encoder.encode(outcome.names)]
    var hash = ContentHash()
    for part in parts { hash.add(part.map(Array.init) ?? []) }
    for text in ["\(outcome.result)", outcome.output, outcome.failure] { hash.add(text) }
    hash.add(outcome.firstLine)
    return Array(hash.hexadecimal.utf8)
  }
}

extension TemplateValue {
  /// A hash that is the same in each process, unlike `hashValue`.
  var digest: UInt64 {
    switch self {
    case .text(let text): Self.mixed(Self.hash(of: text), 1)
    case .html(let html): Self.mixed(Self.hash(of: html), 2)
    case .bool(let flag): Self.mixed(flag ? 1 : 0, 3)
    case .list(let elements): elements.reduce(4) { Self.mixed($0, $1.digest) }
    // The order of an object's values differs in each process.
    case .object(let values):
      values.reduce(5) { $0 &+ Self.mixed(Self.hash(of: $1.key), $1.value.digest) }
    case .null: 6
    }
  }

  /// FNV-1a (<http://www.isthe.com/chongo/tech/comp/fnv>).
  static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The finalizer of SplitMix64, over both numbers.
  static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = left &* 0x9E37_79B9_7F4A_7C15 &+ right
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
