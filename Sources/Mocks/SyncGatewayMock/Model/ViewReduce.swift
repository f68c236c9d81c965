import DocgenJSON

/// The reduce functions of Couchbase Server; a view can have no others here.
enum ViewReduce: String, CaseIterable {
  case count = "_count"
  case sum = "_sum"
  case stats = "_stats"

  /// Returns the value of a group of rows.
  func value(of rows: some Collection<ViewRow>) throws(StorageError) -> JSONValue {
    if self == .count { return .integer(rows.count) }
    var numbers: [Double] = []
    for row in rows {
      guard let number = row.value.double else {
        throw StorageError(
          .failed, reason: "the values of a view with '\(rawValue)' must be numbers")
      }
      numbers.append(number)
    }
    let sum = numbers.reduce(0, +)
    guard self == .stats else { return Self.number(sum) }
    return [
      "sum": Self.number(sum), "count": .integer(numbers.count),
      "min": Self.number(numbers.min() ?? 0), "max": Self.number(numbers.max() ?? 0),
      "sumsqr": Self.number(numbers.reduce(0) { $0 + $1 * $1 }),
    ]
  }

  private static func number(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .integer($0) } ?? .double(value)
  }
}
