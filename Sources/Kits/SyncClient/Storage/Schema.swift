import Foundation
import SQLite

/// The tables of a database.
enum Schema {
  /// Changed with the tables; kept in the file's header.
  static let version: Int32 = 1

  /// A document's row lies where its latest change stands, so that changes are read in table order.
  ///
  /// `tree` is NULL for a document with a single revision. `bodies` holds those of
  /// leaves that lost; attachments lie under their digest, each once.
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

  /// Makes the tables where there are none.
  static func install(in sqlite: SQLite.Database, makeIdentifier: () -> String) throws {
    let found = try sqlite.userVersion()
    if found == version { return }
    guard found == 0 else { throw DatabaseError.unknownVersion(found) }
    try sqlite.transaction {
      // Another connection may have been first.
      guard try sqlite.userVersion() == 0 else { return }
      try sqlite.executeScript(sql)
      try sqlite.execute(
        "INSERT INTO information VALUES ('identifier', ?), ('sequence', 0)",
        [.text(makeIdentifier())])
      try sqlite.setUserVersion(version)
    }
  }
}
