import DocgenDocModel
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

  static func digest(_ bytes: [UInt8]) -> String { Digest.sha256.hex(bytes) }

  /// The differences between files and the existing site.
  struct Comparison {
    var changes = Changes()
    /// The files with other bytes.
    var changed: [RenderedFile] = []
    /// Whether the paths are those of the existing site.
    var isSameList = false

    var isSame: Bool { isSameList && changed.isEmpty }
  }

  func compare(_ files: [RenderedFile]) -> Comparison {
    var changes = Changes()
    var changed: [RenderedFile] = []
    let list = manifest()
    let before = list ?? [:]
    func old(_ path: String) -> [UInt8]? {
      (try? Data(contentsOf: output.appending(path: path))).map { Array($0) }
    }
    func isChangedByHand(_ path: String, _ bytes: [UInt8]) -> Bool {
      before[path]?.isEmpty == false && before[path] != Self.digest(bytes)
    }
    for file in files {
      let bytes = before[file.path] == nil ? nil : old(file.path)
      if before[file.path] == nil {
        changes.added += 1
      } else if bytes == file.bytes {
        changes.unchanged += 1
      } else {
        changed.append(file)
        if let bytes, isChangedByHand(file.path, bytes) { changes.overwritten.append(file.path) }
      }
    }
    changes.changed = changed.count
    let removed = Set(before.keys).subtracting(files.map(\.path))
    changes.removed = removed.count
    changes.overwritten += removed.sorted().filter { path in
      old(path).map { isChangedByHand(path, $0) } ?? false
    }
    return Comparison(
      changes: changes, changed: changed,
      isSameList: changes.added + changes.removed == 0 && list != nil)
  }
}
