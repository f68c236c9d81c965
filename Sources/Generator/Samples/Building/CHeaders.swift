import Foundation
import Ground

/// The headers that a C module's map names.
struct CHeaders: Sendable {
  /// Their paths, sorted.
  let paths: [String]

  /// Finds the headers of a map: the files, and all files in the folders, whose names it quotes.
  init(of map: String, at path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let names = map.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    paths = names.flatMap { name in
      let path = URL(filePath: String(name), relativeTo: folder).path
      let inner = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      return inner.isEmpty ? [path] : inner.map { "\(path)/\($0)" }
    }.sorted()
  }

  /// Returns the hashes of the headers' contents.
  func hashes(_ cache: ResultCache) async -> [String] {
    var hashes: [String] = []
    for path in paths { hashes.append(await cache.digest(ofFileAt: path) ?? "") }
    return hashes
  }
}
