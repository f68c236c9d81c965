import DocgenJSON

/// The `_revisions` property: the ids of a revision and its ancestors (db/revtree.go).
enum RevisionHistory {
  /// Returns `{"ids": [digests], "start": generation}` for ids without gaps in their generations.
  static func encode(_ ids: [String]) -> JSONValue {
    let digests = ids.map { id in
      JSONValue.string(String(id.drop { $0 != "-" }.dropFirst()))
    }
    return [
      "ids": .array(digests), "start": .integer(ids.first.map(RevisionID.generation) ?? 0),
    ]
  }

  /// Returns the revision ids of a body with `_revisions`, or with only `_rev`; `nil` when
  /// malformed (`ParseRevisions`).
  static func parse(_ body: JSONObject) -> [String]? {
    guard let revisions = body["_revisions"], revisions != .null else {
      guard let id = body["_rev"]?.string, RevisionID.generation(of: id) > 0 else { return nil }
      return [id]
    }
    guard let ids = revisions["ids"]?.array, !ids.isEmpty, let start = revisions["start"]?.integer,
      start >= ids.count
    else { return nil }
    var parsed: [String] = []
    for (index, id) in ids.enumerated() {
      guard let digest = id.string else { return nil }
      parsed.append("\(start - index)-\(digest)")
    }
    return parsed
  }
}
