import DocgenHTTPServer
import DocgenJSON

/// One row of the changes feed (`ChangeEntry`, db/changes.go).
struct ChangeRow: Sendable {
  var sequence: SequenceID
  var id: String
  var isDeleted = false
  /// The channels that the document left by this change.
  var removed: Set<String> = []
  /// Whether the document is still in a channel of the reader.
  var isStillVisible = false
  var document: JSONObject?
  var revisions: [String]

  /// The members in the order of the original's structure.
  var json: JSONValue {
    var json: JSONObject = ["seq": sequence.json, "id": .string(id)]
    if isDeleted { json["deleted"] = true }
    if !removed.isEmpty { json["removed"] = .strings(removed.sorted()) }
    if let document { json["doc"] = JSONValue.object(document).sorted }
    json["changes"] = .array(revisions.map { ["rev": .string($0)] })
    return .object(json)
  }

  /// The row as a line, as the original's encoder writes it.
  var line: String { json.serialized(escapesHTML: true) + "\n" }
}

/// The JSON text of `_changes`, which may be sent in several chunks.
enum ChangesText {
  static let head = "{\"results\":[\r\n"

  static func rows(_ rows: [ChangeRow], areFirst: Bool) -> String {
    let text = rows.map(\.line).joined(separator: ",")
    return areFirst || rows.isEmpty ? text : "," + text
  }

  /// - Parameter lastSequence: in JSON, as a string or a number.
  static func tail(lastSequence: String) -> String { "],\n\"last_seq\":\(lastSequence)}\n" }

  static func headers(type: String) -> HTTPHeaders {
    ["Content-Type": type, "Cache-Control": "private, max-age=0, no-cache, no-store"]
  }
}

extension JSONValue {
  /// The value with the members of all its objects sorted, as Go writes maps.
  ///
  /// Use it for documents in structures, whose own members aren't sorted.
  var sorted: JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            (key: $0.key, value: $0.value.sorted)
          }))
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
