import DocgenJSON
import DocgenMockHTTP
import Foundation

/// The gateway's metadata of a document, as `_raw` returns it (`syncData`, db/document.go).
enum RawDocument {
  static func metadata(of document: StoredDocument) -> JSONObject {
    var sync: JSONObject = [
      "rev": .string(document.revision), "sequence": .integer(document.sequence),
      "recent_sequences": [.integer(document.sequence)],
      "history": .object(history(of: document.tree)),
    ]
    if document.isDeleted { sync["flags"] = 1 }
    if !document.memberships.isEmpty { sync["channels"] = .object(channels(of: document)) }
    let grants = [("access", document.access), ("role_access", document.roles)]
    for (name, all) in grants where !all.isEmpty {
      let members = all.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) }
      sync[name] = .object(JSONObject(members))
    }
    if let expires = document.expires {
      sync["exp"] = .string(HTTPDate.rfc3339(expires, hasFraction: false))
    }
    return sync
  }

  /// Returns the revisions as parallel arrays; a parent is an index, or -1.
  private static func history(of tree: RevisionTree) -> JSONObject {
    let revisions = tree.revisions.values.sorted { RevisionID.isLess($0.id, $1.id) }
    let indices = Dictionary(
      revisions.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
    var history: JSONObject = [
      "revs": .array(revisions.map { .string($0.id) }),
      "parents": .array(
        revisions.map { .integer($0.parent.flatMap { indices[$0] } ?? -1) }),
    ]
    let deleted = revisions.indices.filter { revisions[$0].isDeleted }
    if !deleted.isEmpty { history["deleted"] = .array(deleted.map { .integer($0) }) }
    history["channels"] = .array(
      revisions.map { revision in
        revision.channels.isEmpty ? .null : .strings(revision.channels.sorted())
      })
    return history
  }

  /// Returns `null` for a channel that contains the document, otherwise how the document left it.
  private static func channels(of document: StoredDocument) -> JSONObject {
    JSONObject(
      document.memberships.sorted { $0.key < $1.key }.map { name, membership in
        guard let removal = membership.removal else { return (key: name, value: .null) }
        var left: JSONObject = [
          "seq": .integer(removal.sequence), "rev": .string(removal.revision),
        ]
        if removal.isDeletion { left["del"] = true }
        return (key: name, value: .object(left))
      })
  }
}
