import DocgenGround
import DocgenHashing
import DocgenSQLite

extension ResultCache {
  /// Returns the digest of a file's content; `nil` when it can't be read.
  ///
  /// The file is read again only when its size, its times or its inode have changed. Nothing else
  /// depends on times.
  func digest(ofFileAt path: String) -> String? {
    guard let state = FileState(path).map(\.description) else { return nil }
    var digest: String?
    attempt { database in
      let row = try database.first(
        "SELECT digest FROM digests WHERE path = ? AND state = ?",
        binding: [.text(path), .text(state)])
      digest = row?[0].text
    }
    if let digest { return digest }
    guard let digest = ContentHash.of(fileAt: path) else { return nil }
    attempt { database in
      _ = try database.execute(
        "INSERT OR REPLACE INTO digests VALUES (?, ?, ?)",
        binding: [.text(path), .text(state), .text(digest)])
    }
    return digest
  }
}
