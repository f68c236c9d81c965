import DocgenGround
import DocgenSQLite

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
}
