import DocgenHashing
import DocgenJSON

/// A revision id, `generation-digest` (db/revision.go).
enum RevisionID {
  /// Returns the id of a new revision: MD5 over the parent's id and the body.
  ///
  /// The same body on the same parent has the same id everywhere, so replicas agree on it.
  static func make(
    generation: Int, parent: String, body: JSONObject, profile: Profile
  ) -> String {
    let digested = JSONObject(body.members.filter { isDigested($0.key, profile: profile) })
    let text = JSONValue.object(digested).serialized(sortedKeys: true, escapesHTML: true)
    let input = [UInt8(truncatingIfNeeded: parent.utf8.count)] + parent.utf8 + text.utf8
    return "\(generation)-\(Digest.md5.hex(input))"
  }

  private static func isDigested(_ key: String, profile: Profile) -> Bool {
    !key.hasPrefix("_") || key == "_deleted" || key == "_attachments" && profile == .v1_5
  }

  /// Returns the generation of an id: 0 for the empty one, -1 for a malformed one.
  static func generation(of id: String) -> Int {
    if id.isEmpty { return 0 }
    let digits = id.prefix { $0.isASCII && $0.isNumber }
    // The greatest number has no successor, which a child would need.
    guard let number = Int(digits), number > 0, number < .max,
      id.dropFirst(digits.count).first == "-"
    else { return -1 }
    return number
  }

  /// Returns whether the first id loses against the second: by generation, then by digest.
  static func isLess(_ left: String, _ right: String) -> Bool {
    let (first, second) = (generation(of: left), generation(of: right))
    if first != second { return first < second }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
