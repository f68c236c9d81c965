import Foundation
import Hashing
import Processes

extension ModuleLibrary {
  /// Returns the hash of everything in the library that a run may depend on.
  ///
  /// - Throws: `EnvironmentError` when there is no library.
  func digest(_ cache: ResultCache) async throws -> String {
    guard let code = await cache.digest(ofFileAt: path) else {
      throw EnvironmentError.noLibrary(path: path)
    }
    var parts = [code]
    for folder in resources {
      // Other libraries are files.
      parts += [await cache.digest(ofFileAt: folder) ?? ""]
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() {
        parts += [name, await cache.digest(ofFileAt: "\(folder)/\(name)") ?? ""]
      }
    }
    return ContentHash.of(parts)
  }
}
