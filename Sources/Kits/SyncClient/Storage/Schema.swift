import DocgenClocks
import DocgenSQLite

/// The tables of a database.
enum Schema {
  /// The version of the tables, stored in the file's header.
  static let version: Int32 = 1

  /// The tables; the row of a document has the sequence of its last change as its key.
  ///
  /// Reading changes therefore follows the table's order. `tree` is NULL for a document with a
  /// single revision. `bodies` contains the bodies of losing leaves. `attachments` has each digest
  /// once.
  private static let sql = """
    CREATE TABLE documents (
      sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision TEXT NOT NULL,
      flags INTEGER NOT NULL, tree TEXT, body TEXT NOT NULL);
    CREATE TABLE bodies (
      document TEXT NOT NULL, revision TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (document, revision)) WITHOUT ROWID;
    CREATE TABLE attachments (digest TEXT PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE information (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    """

  /// Creates the tables if there are none.
  static func install(in sqlite: DocgenSQLite.Database) throws {
    let found = try sqlite.userVersion()
    if found == version { return }
    guard found == 0 else { throw DatabaseError.unknownVersion(found) }
    try sqlite.transaction {
      // Another connection may have created them first.
      guard try sqlite.userVersion() == 0 else { return }
      try sqlite.executeScript(sql)
      try sqlite.execute(
        "INSERT INTO information VALUES ('identifier', ?), ('sequence', 0)",
        binding: [.text(RandomSource().hex(bytes: 16))])
      try sqlite.setUserVersion(version)
    }
  }
}
