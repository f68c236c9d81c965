import JSON

/// One row of the changes feed (`ChangeEntry`, db/changes.go).
struct ChangeRow: Sendable {
  var sequence: SequenceID
  var id: String
  var isDeleted = false
  /// Channels the document has left by this change.
  var removed: Set<String> = []
  /// Whether it is still in some channel of the reader.
  var isStillVisible = false
  var document: JSONObject?
  var revisions: [String]

  /// The members in the order of the original's structure.
  var json: JSONValue {
    var json: JSONObject = ["seq": sequence.json, "id": .string(id)]
    if isDeleted { json["deleted"] = true }
    if !removed.isEmpty { json["removed"] = .array(removed.sorted().map { .string($0) }) }
    if let document { json["doc"] = JSONValue.object(document).sorted }
    json["changes"] = .array(revisions.map { ["rev": .string($0)] })
    return .object(json)
  }

  /// One line, as the original's encoder writes it.
  var line: String { json.serialized(escapesHTML: true) + "\n" }
}
