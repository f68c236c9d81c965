import JSON

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
