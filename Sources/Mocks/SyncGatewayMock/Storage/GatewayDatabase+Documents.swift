import DocgenClocks
import DocgenJSON
import DocgenSQLite
import Foundation

extension GatewayDatabase {
  /// Returns the document with an id, if there is one (`GetDoc`, db/crud.go).
  func document(_ id: String) throws -> StoredDocument? {
    guard Self.isValidDocumentID(id) else { throw StorageError(.invalid, reason: "Invalid doc ID") }
    try purgeExpired()
    let row = try store.first(
      "SELECT sequence, revision, expires FROM documents WHERE id = ?", binding: [.text(id)])
    guard let row else { return nil }
    var document = StoredDocument(id: id)
    document.sequence = row[0].integer ?? 0
    document.revision = row[1].text ?? ""
    document.expires = row[2].real.map { Date(timeIntervalSince1970: $0) }
    document.tree = RevisionTree(try revisions(of: id))
    document.memberships = try memberships(of: id)
    document.access = try grants(of: id, kind: "channel")
    document.roles = try grants(of: id, kind: "role")
    return document
  }

  /// Returns the documents between two ids that aren't deleted, in the order of their ids.
  func documents(from start: String, to end: String) throws -> [StoredDocument] {
    try purgeExpired()
    let rows = try store.query(
      """
      SELECT id FROM documents WHERE deleted = 0 AND id >= ?1 AND (?2 = '' OR id <= ?2)
      ORDER BY id
      """, binding: [.text(start), .text(end)])
    return try rows.compactMap { try document($0[0].text ?? "") }
  }

  /// Removes a document without a tombstone.
  func remove(_ id: String) throws {
    cache.forget(id)
    for (table, column) in [
      ("documents", "id"), ("revisions", "document"), ("memberships", "document"),
      ("grants", "document"),
    ] {
      let count = try store.execute(
        "DELETE FROM \(table) WHERE \(column) = ?", binding: [.text(id)])
      if table == "grants", count > 0 { cache.forgetUsers() }
    }
  }

  static func isValidDocumentID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 250 && !id.hasPrefix("_")
  }

  private func revisions(of id: String) throws -> [RevisionTree.Revision] {
    try store.query(
      "SELECT id, parent, deleted, channels FROM revisions WHERE document = ?", binding: [.text(id)]
    ).map { row in
      let channels = row[3].text.flatMap { try? JSONParser.parse($0) }?.array ?? []
      return RevisionTree.Revision(
        id: row[0].text ?? "", parent: row[1].text, isDeleted: row[2].integer == 1,
        channels: Set(channels.compactMap(\.string)))
    }
  }

  private func memberships(of id: String) throws -> [String: StoredDocument.Membership] {
    var memberships: [String: StoredDocument.Membership] = [:]
    let rows = try store.query(
      """
      SELECT channel, since, removed_sequence, removed_revision, removed_deleted
      FROM memberships WHERE document = ?
      """, binding: [.text(id)])
    for row in rows {
      let removal = row[2].integer.map { sequence in
        StoredDocument.Removal(
          sequence: sequence, revision: row[3].text ?? "", isDeletion: row[4].integer == 1)
      }
      memberships[row[0].text ?? ""] = StoredDocument.Membership(
        since: row[1].integer ?? 0, removal: removal)
    }
    return memberships
  }

  private func grants(of id: String, kind: String) throws -> [String: ChannelGrants] {
    var grants: [String: ChannelGrants] = [:]
    let rows = try store.query(
      "SELECT grantee, name, sequence FROM grants WHERE document = ? AND kind = ?",
      binding: [.text(id), .text(kind)])
    for row in rows {
      grants[row[0].text ?? "", default: ChannelGrants()].add(
        row[1].text ?? "", at: row[2].integer ?? 0)
    }
    return grants
  }

  /// Returns the stored body of a revision, without `_id` and `_rev`; `nil` when it has been
  /// removed.
  ///
  /// Bodies of replaced revisions are available for five minutes (`setOldRevisionJSON`).
  func body(of id: String, revision: String) throws -> JSONObject? {
    try storedBody(of: id, revision: revision)?.body
  }

  /// Returns the stored body of a revision and its size in bytes.
  func storedBody(of id: String, revision: String) throws -> (body: JSONObject, size: Int)? {
    let row = try store.first(
      "SELECT body, superseded FROM revisions WHERE document = ? AND id = ?",
      binding: [.text(id), .text(revision)])
    guard let text = row?[0].text else { return nil }
    if let superseded = row?[1].real, clock.now.timeIntervalSince1970 - superseded >= 300 {
      return nil
    }
    return try JSONParser.parse(text).object.map { ($0, text.utf8.count) }
  }

  /// Stores a document and the body of its newest revision.
  func save(_ document: StoredDocument, newRevision: String, body: JSONObject) throws {
    cache.forget(document.id, expiring: document.expires != nil)
    try store.execute(
      """
      INSERT INTO documents (id, sequence, revision, deleted, expires)
      VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET
      sequence = ?2, revision = ?3, deleted = ?4, expires = ?5
      """,
      binding: [
        .text(document.id), SQLiteValue(document.sequence), .text(document.revision),
        SQLiteValue(document.isDeleted),
        document.expires.map { .real($0.timeIntervalSince1970) } ?? .null,
      ])
    try saveRevisions(of: document, newRevision: newRevision, body: body)
    try saveMemberships(of: document)
    try saveGrants(of: document)
  }

  private func saveRevisions(
    of document: StoredDocument, newRevision: String, body: JSONObject
  ) throws {
    for id in document.tree.pruned {
      try store.execute(
        "DELETE FROM revisions WHERE document = ? AND id = ?",
        binding: [.text(document.id), .text(id)])
    }
    let leaves = Set(document.tree.leaves.map(\.id))
    for revision in document.tree.revisions.values {
      let channels = JSONValue.strings(revision.channels.sorted())
      let text =
        revision.id == newRevision ? SQLiteValue.text(JSONValue.object(body).serialized()) : nil
      try store.execute(
        """
        INSERT INTO revisions (document, id, parent, deleted, channels, body)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (document, id) DO UPDATE SET parent = ?3, channels = ?5,
        body = coalesce(?6, body), superseded = coalesce(superseded, ?7)
        """,
        binding: [
          .text(document.id), .text(revision.id), SQLiteValue(revision.parent),
          SQLiteValue(revision.isDeleted), .text(channels.serialized()), text,
          leaves.contains(revision.id) ? .null : .real(clock.now.timeIntervalSince1970),
        ])
    }
  }

  func saveMemberships(of document: StoredDocument) throws {
    for (channel, membership) in document.memberships {
      try store.execute(
        """
        INSERT OR REPLACE INTO memberships
        (document, channel, since, removed_sequence, removed_revision, removed_deleted)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        binding: [
          .text(document.id), .text(channel), SQLiteValue(membership.since),
          membership.removal.map { SQLiteValue($0.sequence) } ?? .null,
          SQLiteValue(membership.removal?.revision),
          membership.removal.map { SQLiteValue($0.isDeletion) } ?? .null,
        ])
    }
  }

  func saveGrants(of document: StoredDocument) throws {
    let count = try store.execute(
      "DELETE FROM grants WHERE document = ?", binding: [.text(document.id)])
    if count > 0 || !document.access.isEmpty || !document.roles.isEmpty { cache.forgetUsers() }
    for (kind, all) in [("channel", document.access), ("role", document.roles)] {
      for (grantee, grants) in all {
        for (name, sequence) in grants.sequences {
          try store.execute(
            "INSERT INTO grants (document, kind, grantee, name, sequence) VALUES (?, ?, ?, ?, ?)",
            binding: [
              .text(document.id), .text(kind), .text(grantee), .text(name), SQLiteValue(sequence),
            ])
        }
      }
    }
  }
}
