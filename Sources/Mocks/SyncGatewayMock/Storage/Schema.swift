/// The tables of one database.
enum Schema {
  /// Increased with every change of the tables, so that no file is read with other rules.
  static let version: Int32 = 1

  static let sql = """
    CREATE TABLE users (
      name TEXT PRIMARY KEY, password TEXT, email TEXT NOT NULL, disabled INTEGER NOT NULL,
      channels TEXT NOT NULL, roles TEXT NOT NULL, sequence INTEGER NOT NULL);
    CREATE TABLE roles (
      name TEXT PRIMARY KEY, channels TEXT NOT NULL, sequence INTEGER NOT NULL);
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, user TEXT NOT NULL, expires REAL NOT NULL, ttl REAL NOT NULL);
    CREATE TABLE documents (
      id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, revision TEXT NOT NULL,
      deleted INTEGER NOT NULL, expires REAL);
    CREATE INDEX documents_by_expiry ON documents (expires);
    CREATE INDEX documents_by_sequence ON documents (sequence);
    CREATE TABLE revisions (
      document TEXT NOT NULL, id TEXT NOT NULL, parent TEXT, deleted INTEGER NOT NULL,
      channels TEXT NOT NULL, body TEXT, superseded REAL, PRIMARY KEY (document, id));
    CREATE TABLE memberships (
      document TEXT NOT NULL, channel TEXT NOT NULL, since INTEGER NOT NULL,
      removed_sequence INTEGER, removed_revision TEXT, removed_deleted INTEGER,
      PRIMARY KEY (document, channel));
    CREATE INDEX memberships_by_channel ON memberships (channel);
    CREATE TABLE grants (
      document TEXT NOT NULL, kind TEXT NOT NULL, grantee TEXT NOT NULL, name TEXT NOT NULL,
      sequence INTEGER NOT NULL, PRIMARY KEY (document, kind, grantee, name));
    CREATE INDEX grants_by_grantee ON grants (grantee, kind);
    CREATE TABLE local_documents (
      id TEXT PRIMARY KEY, revision TEXT NOT NULL, body TEXT NOT NULL);
    CREATE TABLE attachments (digest TEXT PRIMARY KEY, data BLOB NOT NULL);
    """

  /// The design documents.
  ///
  /// Earlier releases had none, so the table is added to their files.
  static let designs = """

    CREATE TABLE IF NOT EXISTS designs (name TEXT PRIMARY KEY, body TEXT NOT NULL);
    """

  /// The latest sequence issued, for databases in files: it must not be issued again, even if its
  /// user or document has been removed.
  static let counter = """

    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    INSERT INTO counters VALUES ('sequence', 0);
    """
    + ["users", "roles", "documents"].flatMap { table in
      ["INSERT", "UPDATE"].map { event in
        """

        CREATE TRIGGER \(table)_\(event) AFTER \(event) ON \(table) BEGIN
          UPDATE counters SET value = new.sequence WHERE name = 'sequence' AND value < new.sequence;
        END;
        """
      }
    }.joined()
}
