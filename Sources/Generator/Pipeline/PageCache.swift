import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation

/// The file with what the last build knew of a site's pages: their summaries, and what they were rendered
/// from.
///
/// Its lines are a hash of what all pages have in common, the state of the output folder, and the summaries
/// in JSON; then follow the records, each behind U+0001 and the path of its page.
struct PageCache {
  private static let mark: UInt8 = 1

  private let file: URL
  private let identity: String
  private let site: String
  private let records: [String: PageRecord]
  /// The summaries by the paths of their documents.
  let summaries: [String: PageSummary]
  /// The lines that the summaries were read from.
  private let lines: [String: Substring.UTF8View]

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
    let text = String(decoding: (try? [UInt8](contentsOf: file.path)) ?? [], as: UTF8.self)
    let newline = UInt8(ascii: "\n")
    let parts = text.utf8.split(separator: Self.mark, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: newline)
    let isOfThese = head.first.map { String(Substring($0)) } == identity && head.count > 1
    site = isOfThese ? String(Substring(head[1])) : ""
    let read = (isOfThese ? Array(head.dropFirst(2)) : []).concurrentMap { line in
      (try? JSONDecoder().decode(PageSummary.self, from: Data(line))).map { (line, $0) }
    }.compactMap(\.self)
    lines = Dictionary(read.map { ($1.source, $0) }) { first, _ in first }
    summaries = Dictionary(read.map { ($1.source, $1) }) { first, _ in first }
    let records = (isOfThese ? Array(parts.dropFirst()) : []).concurrentMap { part in
      part.firstIndex(of: newline).flatMap { end in
        PageRecord(text: part[part.index(after: end)...]).map {
          (String(Substring(part[..<end])), $0)
        }
      }
    }
    self.records = Dictionary(records.compactMap(\.self)) { first, _ in first }
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
    let new = summaries.concurrentMap { summary -> Data in
      if self.summaries[summary.source]?.digest == summary.digest,
        let line = lines[summary.source]
      {
        return Data(line)
      }
      return (try? JSONEncoder().encode(summary)) ?? Data()
    }
    var data = Data("\(identity)\n\(site)\n".utf8)
    for line in new where !line.isEmpty {
      data += line
      data.append(UInt8(ascii: "\n"))
    }
    for (path, record) in records {
      guard let text = record.text else { continue }
      data.append(Self.mark)
      data += Data("\(path)\n\(text)".utf8)
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  }
}
