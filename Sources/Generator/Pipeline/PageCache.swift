import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation

/// The file with what the last build knew of a site's pages: their summaries, and what they were rendered
/// from.
struct PageCache {
  /// The first line of the file.
  private struct Header: Codable {
    /// A hash of what all pages have in common.
    var identity: String
    /// The state of the output folder.
    var site: String
  }

  /// Something about a page, as one line of JSON.
  private struct Entry: Codable {
    /// The path of the page below the output folder, with its record.
    var path: String?
    var record: PageRecord?
    var summary: PageSummary?
  }

  private let file: URL
  private let identity: String
  private let site: String?
  private let records: [String: PageRecord]
  /// The summaries by the paths of their documents.
  let summaries: [String: PageSummary]

  /// Reads the cache of a site.
  ///
  /// - Parameters:
  ///   - folder: the folder for caches.
  ///   - output: the output folder; another one has another file.
  ///   - ingredients: what all pages have in common; nothing is known of pages made from others.
  init(in folder: URL, of output: URL, madeFrom ingredients: [String]) {
    let name = ContentHash.of([output.standardizedFileURL.resolvingSymlinksInPath().path])
    file = folder.appending(path: "pages-\(name.prefix(16))")
    identity = ContentHash.of(ingredients)
    let lines = ((try? [UInt8](contentsOf: file.path)) ?? []).split(separator: UInt8(ascii: "\n"))
    let header = lines.first.flatMap { try? JSONDecoder().decode(Header.self, from: Data($0)) }
    site = header?.site
    let isOfThese = header?.identity == identity
    let entries = (isOfThese ? Array(lines.dropFirst()) : []).concurrentMap { line in
      try? JSONDecoder().decode(Entry.self, from: Data(line))
    }
    records = Dictionary(
      entries.compactMap { entry in entry?.record.map { (entry?.path ?? "", $0) } },
      uniquingKeysWith: { first, _ in first })
    summaries = Dictionary(
      entries.compactMap { entry in entry?.summary.map { ($0.source, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns what pages were rendered from, by their paths.
  ///
  /// The pages are those in the output folder, so they are unknown once anything there has another state
  /// than at the end of that build.
  func records(ofSiteInState site: String) -> [String: PageRecord] {
    self.site == site ? records : [:]
  }

  /// Writes what a build knows of the pages.
  ///
  /// - Throws: when the file can't be written.
  func save(
    _ records: [String: PageRecord], _ summaries: [PageSummary], ofSiteInState site: String
  ) throws {
    let entries =
      records.map { Entry(path: $0.key, record: $0.value) }
      + summaries.map { Entry(summary: $0) }
    let lines = entries.concurrentMap { (try? JSONEncoder().encode($0)) ?? Data() }
    let header = try JSONEncoder().encode(Header(identity: identity, site: site))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(([header] + lines).joined(separator: [UInt8(ascii: "\n")]))
      .write(to: file, options: .atomic)
  }
}
