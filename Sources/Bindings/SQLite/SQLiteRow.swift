/// A row of a result.
public struct SQLiteRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// The values, in the order of the columns.
  public let values: [SQLiteValue]

  /// The value at an index, counted from 0.
  public subscript(index: Int) -> SQLiteValue { values[index] }

  /// The value of the first column with a name; `nil` when there is none.
  public subscript(column: String) -> SQLiteValue? {
    columns.firstIndex(of: column).map { values[$0] }
  }
}
