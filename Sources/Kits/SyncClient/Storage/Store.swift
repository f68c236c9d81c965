import DocgenJSON
import DocgenSQLite

/// The documents in one SQLite connection, used by one task at a time.
///
/// Run changes that belong together inside `write`; after a crash none of them is visible.
final class Store {
  let sqlite: DocgenSQLite.Database
  /// The maximum depth of a branch; deeper revisions are removed.
  ///
  /// A device that makes more changes to a branch without replicating may get conflicts with
  /// itself.
  private static let historyLimit = 100
  /// The last sequence assigned, while a transaction runs.
  private(set) var lastSequence = 0

  init(_ sqlite: DocgenSQLite.Database) { self.sqlite = sqlite }

  // MARK: Transactions

  /// Runs a body whose changes are committed together, or not at all.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    try sqlite.transaction {
      let before = try information("sequence")?.integer ?? 0
      lastSequence = before
      let result = try body()
      if lastSequence != before { try setInformation("sequence", to: SQLiteValue(lastSequence)) }
      return result
    }
  }

  /// Runs a body that sees one state of the database, even if other connections write meanwhile.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try sqlite.executeScript("BEGIN")
    defer { try? sqlite.executeScript("COMMIT") }
    return try body()
  }

  // MARK: Information

  func information(_ key: String) throws -> SQLiteValue? {
    try sqlite.first("SELECT value FROM information WHERE key = ?", binding: [.text(key)])?[0]
  }

  func setInformation(_ key: String, to value: SQLiteValue?) throws {
    if let value {
      try sqlite.execute(
        "INSERT OR REPLACE INTO information (key, value) VALUES (?, ?)",
        binding: [.text(key), value])
    } else {
      try sqlite.execute("DELETE FROM information WHERE key = ?", binding: [.text(key)])
    }
  }

  /// Returns the keys that start with a prefix.
  func informationKeys(after prefix: String) throws -> [String] {
    try sqlite.query(
      "SELECT key FROM information WHERE substr(key, 1, length(?1)) = ?1", binding: [.text(prefix)]
    ).compactMap { $0[0].text }
  }

  // MARK: Documents

  private static let columns = "sequence, id, revision, flags, tree, body"

  /// The bits of the `flags` column: the winner's state, and whether other leaves have bodies.
  private enum Flag {
    static let deleted = 1
    static let removed = 2
    static let losers = 4
  }

  /// Returns a document by its ID; `nil` when there is none.
  func document(_ id: String) throws -> StoredDocument? {
    let row = try sqlite.first(
      "SELECT \(Self.columns) FROM documents WHERE id = ?", binding: [.text(id)])
    return try row.map { try document($0) }
  }

  /// Returns the documents that changed after a sequence, in the order of their changes.
  func changes(since sequence: Int, limit: Int) throws -> [StoredDocument] {
    try sqlite.query(
      "SELECT \(Self.columns) FROM documents WHERE sequence > ? ORDER BY sequence LIMIT ?",
      binding: [SQLiteValue(sequence), SQLiteValue(limit)]
    ).map { try document($0) }
  }

  /// Returns the IDs of live documents after an ID, in byte order.
  func liveIDs(after id: String, limit: Int) throws -> [String] {
    try sqlite.query(
      "SELECT id FROM documents WHERE id > ? AND flags & 3 = 0 ORDER BY id LIMIT ?",
      binding: [.text(id), SQLiteValue(limit)]
    ).compactMap { $0[0].text }
  }

  func liveCount() throws -> Int {
    try sqlite.first("SELECT count(*) FROM documents WHERE flags & 3 = 0")?[0].integer ?? 0
  }

  private func document(_ row: SQLiteRow) throws -> StoredDocument {
    let id = row[1].text ?? ""
    let flags = row[3].integer ?? 0
    guard let winner = row[2].text.flatMap({ RevisionID($0) }),
      let tree = row[4].text.map({ RevisionTree(text: $0) })
        ?? RevisionTree([
          RevisionTree.Revision(
            id: winner, isDeleted: flags & Flag.deleted != 0,
            isRemoved: flags & Flag.removed != 0)
        ])
    else { throw DatabaseError.storage(code: 11, message: "the revisions of '\(id)' are damaged") }
    var bodies = [winner: row[5].text ?? "{}"]
    let hasLosers = flags & Flag.losers != 0
    if hasLosers {
      for row in try sqlite.query(
        "SELECT revision, body FROM bodies WHERE document = ?", binding: [.text(id)])
      {
        if let revision = row[0].text.flatMap({ RevisionID($0) }) { bodies[revision] = row[1].text }
      }
    }
    return StoredDocument(
      id: id, sequence: row[0].integer ?? 0, tree: tree, bodies: bodies, hasLosers: hasLosers)
  }

  /// Stores a document under the next sequence.
  func save(_ document: inout StoredDocument) throws {
    document.tree.prune(to: Self.historyLimit)
    let leaves = document.tree.leaves
    guard let winner = leaves.first else { return }
    lastSequence += 1
    document.sequence = lastSequence
    let losers = leaves.dropFirst()
    var flags = winner.isDeleted ? Flag.deleted : 0
    if winner.isRemoved { flags |= Flag.removed }
    if !losers.isEmpty { flags |= Flag.losers }
    // This also deletes the row under the document's earlier sequence.
    try sqlite.execute(
      "INSERT OR REPLACE INTO documents (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)",
      binding: [
        SQLiteValue(document.sequence), .text(document.id), .text(winner.id.text),
        SQLiteValue(flags), SQLiteValue(document.tree.text),
        .text(document.bodies[winner.id] ?? "{}"),
      ])
    if document.hasLosers {
      try sqlite.execute("DELETE FROM bodies WHERE document = ?", binding: [.text(document.id)])
    }
    for loser in losers {
      try sqlite.execute(
        "INSERT INTO bodies (document, revision, body) VALUES (?, ?, ?)",
        binding: [
          .text(document.id), .text(loser.id.text), .text(document.bodies[loser.id] ?? "{}"),
        ])
    }
    document.hasLosers = !losers.isEmpty
    document.bodies = document.bodies.filter { body in leaves.contains { $0.id == body.key } }
  }

  /// Removes a document without a trace; returns whether it existed.
  func purge(_ id: String) throws -> Bool {
    try sqlite.execute("DELETE FROM bodies WHERE document = ?", binding: [.text(id)])
    return try sqlite.execute("DELETE FROM documents WHERE id = ?", binding: [.text(id)]) > 0
  }
}
