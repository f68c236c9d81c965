import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation

/// The file with what the pages of a site's last build were rendered from.
///
/// The pages are those in the output folder, so the file is worth nothing once anything there has another
/// state than at the end of that build.
struct PageCache {
  /// The first line of the file.
  private struct Header: Codable, Equatable {
    /// A hash of what all pages have in common.
    var identity: String
    /// The state of the output folder.
    var site: String
  }

  /// A page, as one line of JSON.
  private struct Entry: Codable {
    var path: String
    var record: PageRecord
  }

  private let file: URL
  private let identity: String

  /// Creates the cache of a site.
  ///
  /// - Parameters:
  ///   - folder: the folder for caches.
  ///   - output: the output folder; another one has another file.
  ///   - ingredients: what all pages have in common.
  init(in folder: URL, of output: URL, madeFrom ingredients: [String]) {
    let name = ContentHash.of([output.standardizedFileURL.resolvingSymlinksInPath().path])
    file = folder.appending(path: "pages-\(name.prefix(16))")
    identity = ContentHash.of(ingredients)
  }

  /// Returns the records of the last build by the pages' paths; none if the site is in another state.
  func records(ofSiteInState site: String) -> [String: PageRecord] {
    guard let bytes = try? [UInt8](contentsOf: file.path) else { return [:] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let header = lines.first.flatMap { try? JSONDecoder().decode(Header.self, from: Data($0)) }
    guard header == Header(identity: identity, site: site) else { return [:] }
    let entries = Array(lines.dropFirst()).concurrentMap { line in
      try? JSONDecoder().decode(Entry.self, from: Data(line))
    }
    return Dictionary(entries.compactMap { $0.map { ($0.path, $0.record) } }) { first, _ in first }
  }

  /// Writes the records of a build.
  ///
  /// - Throws: when the file can't be written.
  func save(_ records: [String: PageRecord], ofSiteInState site: String) throws {
    let encoder = JSONEncoder()
    var text = try encoder.encode(Header(identity: identity, site: site)) + [UInt8(ascii: "\n")]
    let lines = records.map { Entry(path: $0.key, record: $0.value) }.concurrentMap {
      (try? JSONEncoder().encode($0)) ?? Data()
    }
    for line in lines where !line.isEmpty { text += line + [UInt8(ascii: "\n")] }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, options: .atomic)
  }
}
