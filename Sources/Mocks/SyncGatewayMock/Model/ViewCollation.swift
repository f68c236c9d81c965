import DocgenJSON

/// The order of keys in a view, which is CouchDB's: null, false, true, numbers, strings, arrays,
/// objects.
enum ViewCollation {
  /// Returns a negative number if the first value comes before the second, zero if they are equal.
  static func compare(_ left: JSONValue, _ right: JSONValue) -> Int {
    let ranks = (rank(left), rank(right))
    guard ranks.0 == ranks.1 else { return ranks.0 - ranks.1 }
    switch (left, right) {
    case (.string(let first), .string(let second)): return compare(first, second)
    case (.array(let first), .array(let second)):
      for (one, other) in zip(first, second) {
        let order = compare(one, other)
        if order != 0 { return order }
      }
      return first.count - second.count
    case (.object(let first), .object(let second)):
      // The original compares no objects; this order only has to be one.
      return compare(
        JSONValue.object(first).serialized(sortedKeys: true),
        JSONValue.object(second).serialized(sortedKeys: true))
    default:
      let numbers = (left.double ?? 0, right.double ?? 0)
      return numbers.0 == numbers.1 ? 0 : numbers.0 < numbers.1 ? -1 : 1
    }
  }

  /// Compares texts as the Unicode collation does in English, approximately: letters by the
  /// alphabet, and of equal ones the lower-case first.
  static func compare(_ left: String, _ right: String) -> Int {
    let folded = (left.lowercased(), right.lowercased())
    if folded.0 != folded.1 { return folded.0 < folded.1 ? -1 : 1 }
    return left == right ? 0 : left > right ? -1 : 1
  }

  private static func rank(_ value: JSONValue) -> Int {
    switch value {
    case .null: 0
    case .bool(false): 1
    case .bool(true): 2
    case .integer, .double: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }
}
