import DocgenJSON
import DocgenMockHTTP
import Foundation

/// The members to return with a document's body.
struct ReadingOptions {
  /// The maximum number of ids to list in `_revisions`; 0 for no list.
  var historyLimit = 0
  /// Revisions that the reader has: the list stops after the first of them.
  var knownRevisions: [String] = []
  /// Whether to return `_exp`.
  var showsExpiry = false
  /// The revisions whose attachments the reader has, to get attachments with their data; `nil` to
  /// get stubs.
  var attachmentsSince: [String]?
  /// Whether to list the other current revisions in `_conflicts`, as CouchDB does.
  var listsConflicts = false
}

extension GatewayDatabase {
  /// Returns a revision for a reader (`GetRevWithHistory`, db/crud.go).
  ///
  /// - Parameters:
  ///   - revision: the revision's id; empty for the current one.
  ///   - user: the reader; `nil` for the administrator.
  /// - Throws: `missing` or `forbidden`. If the reader has no access to a revision
  ///   that the request names, returns a body that says only that it is removed or deleted.
  func read(
    _ id: String, revision: String, options: ReadingOptions = ReadingOptions(), by user: User?
  ) throws -> JSONObject {
    let current = try currentDocument(id)
    guard let document = try current?.document ?? document(id) else { throw StorageError.missing }
    let isNamed = !revision.isEmpty
    let revision = isNamed ? revision : document.revision
    let isCurrent = revision == document.revision
    guard let stored = document.tree[revision],
      var body = try isCurrent ? current?.body : body(of: id, revision: revision)
    else { throw StorageError.missing }
    let history =
      options.historyLimit > 0 ? trimmed(document.tree, revision: revision, options: options) : nil
    if let user, !user.canRead(stored.channels) {
      guard isNamed else { throw StorageError(.forbidden, reason: "forbidden") }
      body = JSONObject([(key: stored.isDeleted ? "_deleted" : "_removed", value: true)])
    } else if stored.isDeleted {
      guard isNamed else { throw StorageError(.missing, reason: "deleted") }
      body["_deleted"] = true
    }
    body["_id"] = .string(id)
    body["_rev"] = .string(revision)
    if options.showsExpiry, let expires = document.expires {
      body["_exp"] = .string(HTTPDate.rfc3339(expires, hasFraction: false))
    }
    if options.listsConflicts, isCurrent {
      let others = document.tree.leaves.dropFirst().filter {
        !$0.isDeleted && user?.canRead($0.channels) ?? true
      }
      if !others.isEmpty { body["_conflicts"] = .array(others.map { .string($0.id) }) }
    }
    if let history { body["_revisions"] = RevisionHistory.encode(history) }
    if let known = options.attachmentsSince {
      body = try withAttachments(body, knownRevisions: known, in: document, revision: revision)
    }
    return body
  }

  private func trimmed(
    _ tree: RevisionTree, revision: String, options: ReadingOptions
  ) -> [String] {
    let history = tree.history(of: revision)
    let known = Set(options.knownRevisions)
    let end = history.firstIndex { known.contains($0) }.map { $0 + 1 } ?? history.count
    return Array(history.prefix(min(end, options.historyLimit)))
  }

  /// Returns the body with the data of the attachments that the reader doesn't have.
  private func withAttachments(
    _ body: JSONObject, knownRevisions: [String], in document: StoredDocument, revision: String
  ) throws -> JSONObject {
    guard let attachments = body["_attachments"]?.object else { return body }
    let ancestor = document.tree.history(of: revision).first { knownRevisions.contains($0) }
    let firstNew = ancestor.map { RevisionID.generation(of: $0) + 1 } ?? 1
    var filled = JSONObject()
    for (name, value) in attachments.members {
      guard var meta = value.object, (meta["revpos"]?.integer ?? 1) >= firstNew,
        let digest = meta["digest"]?.string, let bytes = try attachment(digest)
      else {
        filled[name] = value
        continue
      }
      meta["stub"] = nil
      meta["data"] = .string(Data(bytes).base64EncodedString())
      filled[name] = .object(meta)
    }
    var body = body
    body["_attachments"] = .object(filled)
    return body
  }

  /// Returns what a replica that has these revisions should send; `nil` if there is nothing to send
  /// (`RevDiff`).
  func missingRevisions(_ ids: [String], of documentID: String) throws -> JSONValue? {
    guard Self.isValidDocumentID(documentID), let document = try document(documentID) else {
      return ["missing": .strings(ids)]
    }
    let missing = ids.filter { !document.tree.contains($0) }
    if missing.isEmpty { return nil }
    var possible: Set<String> = []
    for generation in missing.map(RevisionID.generation) where generation > 1 {
      for leaf in document.tree.leaves where !ids.contains(leaf.id) {
        let own = RevisionID.generation(of: leaf.id)
        if own < generation, own >= generation - 100 {
          possible.insert(leaf.id)
        } else if own == generation, let parent = leaf.parent {
          possible.insert(parent)
        }
      }
    }
    var row: JSONObject = ["missing": .strings(missing)]
    if !possible.isEmpty {
      row["possible_ancestors"] = .strings(possible.sorted())
    }
    return .object(row)
  }
}
