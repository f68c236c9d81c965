public import DocgenDocModel
import DocgenGround
import DocgenHashing
import Foundation

/// What a page was rendered from and the files that it became, so that a later build renders it again only
/// if it would differ.
public struct PageRecord: Sendable {
  /// A hash of everything that the page shows.
  let key: String
  /// The paths of its files below the output folder.
  let files: [String]
  let words: PageWords?

  /// The record as lines of text, each with a line end; `nil` if a path can't be part of one.
  public var text: String? {
    guard !files.contains(where: { $0.utf8.contains { $0 < 0x20 } }) else { return nil }
    var lines = [key, files.joined(separator: "\t")]
    if let words { lines += [words.title, words.sections.joined(separator: "\t")] }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Creates a record from its text; `nil` for any other.
  public init?(text: Substring.UTF8View) {
    func parts(_ text: Substring.UTF8View, by separator: UInt8) -> [Substring.UTF8View] {
      text.split(separator: separator, omittingEmptySubsequences: false)
    }
    func list(_ line: Substring.UTF8View) -> [String] {
      parts(line, by: UInt8(ascii: "\t")).map { String(Substring($0)) }
    }
    let lines = parts(text, by: UInt8(ascii: "\n"))
    guard lines.count == 3 || lines.count == 5 else { return nil }
    key = String(Substring(lines[0]))
    files = list(lines[1])
    words =
      lines.count == 5
      ? PageWords(title: String(Substring(lines[2])), sections: list(lines[3])) : nil
  }

  init(key: String, files: [String], words: PageWords?) {
    self.key = key
    self.files = files
    self.words = words
  }
}

/// A file of the site.
public enum SiteFile: Sendable {
  /// A file with its bytes.
  case new(RenderedFile)
  /// The file that the last build wrote at this path.
  case unchanged(String)
}

extension SiteRenderer {
  /// Returns a hash of everything that a page shows: its document, the outcomes of its samples, where
  /// its links lead, and what its template gets from the rest of the site.
  func key(
    of index: Int, surroundings: TemplateValue, in siteContext: SiteContext
  ) -> String {
    let site = siteContext.site
    let page = site.pages[index]
    var hash = ContentHash()
    hash.add(page.summary.digest)
    hash.add(page.path)
    hash.add(index)
    hash.add(siteContext.symbolsDigest)
    hash.add(String(surroundings.digest, radix: 16))
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
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The finalizer of SplitMix64, over both numbers.
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = left &* 0x9E37_79B9_7F4A_7C15 &+ right
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
