import DocgenGround
import DocgenHashing
import DocgenSQLite
import Foundation

extension ResultCache {
  /// Returns the history of every sample, by its id.
  func history() -> [String: SampleHistory] {
    var history: [String: SampleHistory] = [:]
    attempt { database in
      for row in try database.query("SELECT id, milliseconds, has_failed FROM history") {
        guard let id = row[0].text else { continue }
        history[id] = SampleHistory(
          seconds: row[1].integer.map { Double($0) / 1000 }, hasFailed: row[2].integer == 1)
      }
    }
    return history
  }

  /// Records the results of samples; without a time, the previous one stays.
  func remember(_ results: [(id: SampleID, time: Duration?, hasFailed: Bool)]) {
    guard !results.isEmpty else { return }
    attempt { database in
      try database.transaction {
        for result in results {
          _ = try database.execute(
            """
            INSERT INTO history VALUES (?1, ?2, ?3)
            ON CONFLICT (id) DO UPDATE
              SET milliseconds = coalesce(?2, milliseconds), has_failed = ?3
            """,
            binding: [
              .text(result.id.description),
              result.time.map { SQLiteValue(Int($0 / .milliseconds(1))) } ?? .null,
              SQLiteValue(result.hasFailed ? 1 : 0),
            ])
        }
      }
    }
  }

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
