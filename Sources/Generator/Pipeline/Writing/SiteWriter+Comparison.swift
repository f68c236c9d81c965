import DocgenDocModel
import DocgenGround
import DocgenHashing
import Foundation

/// The comparison with the site in the output folder.
extension SiteWriter {
  /// Returns the digests of the existing site's files by path, empty in the list of an older
  /// version; `nil` when docgen wrote no site.
  func manifest() -> [String: String]? {
    let file = output.appending(path: Self.manifestName)
    guard let data = try? Data(contentsOf: file) else { return nil }
    let entries = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      let digest = line.prefix(64)
      guard digest.count == 64, digest.allSatisfy(\.isHexDigit), line.dropFirst(64).first == " "
      else { return (String(line), "") }
      return (String(line.dropFirst(65)), String(digest))
    }
    return Dictionary(entries) { first, _ in first }
  }

  /// The differences between files and the existing site.
  struct Comparison: Sendable {
    enum State: Sendable { case added, changed, unchanged }

    /// The state of each file, and the digest of its new bytes.
    var entries: [(state: State, digest: String)] = []
    var changes = Changes()
    /// Whether the existing site is the same.
    var isSame = false
  }

  /// Compares files with those in the list of the existing site.
  func compare(_ files: [RenderedFile], with list: [String: String]?) -> Comparison {
    let before = list ?? [:]
    let folder = output.path
    // A link in the place of a file is no file of docgen's.
    @Sendable func old(_ path: String) -> [UInt8]? {
      try? [UInt8](contentsOf: "\(folder)/\(path)", followingLinks: false)
    }
    @Sendable func isChangedByHand(_ path: String, bytes: [UInt8]) -> Bool {
      before[path]?.isEmpty == false && before[path] != Digest.sha256.hex(bytes)
    }
    let found = files.concurrentMap { file in
      let digest = Digest.sha256.hex(file.bytes)
      guard before[file.path] != nil else {
        return (state: Comparison.State.added, digest: digest, isOverwritten: false)
      }
      let bytes = old(file.path)
      if bytes == file.bytes { return (.unchanged, digest, false) }
      return (.changed, digest, bytes.map { isChangedByHand(file.path, bytes: $0) } ?? false)
    }
    var changes = Changes()
    changes.added = found.count { $0.state == .added }
    changes.changed = found.count { $0.state == .changed }
    changes.unchanged = found.count { $0.state == .unchanged }
    let removed = Set(before.keys).subtracting(files.map(\.path))
    changes.removed = removed.count
    changes.overwritten = zip(files, found).filter { $1.isOverwritten }.map { $0.0.path }
    changes.overwritten += removed.sorted().filter { path in
      old(path).map { isChangedByHand(path, bytes: $0) } ?? false
    }
    return Comparison(
      entries: found.map { ($0.state, $0.digest) }, changes: changes,
      isSame: changes.added + changes.changed + changes.removed == 0 && list != nil)
  }
}
