/// A value in a column or of a parameter (SQLite's five storage classes).
public enum SQLiteValue: Sendable, Hashable {
  /// SQL's `NULL`.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number; SQLite stores NaN as `NULL`.
  case real(Double)
  /// Text, stored as UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue {
  /// Creates a whole number.
  public init(_ number: Int) { self = .integer(Int64(number)) }

  /// Creates text, or `null` from `nil`.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// Creates SQLite's form of a Boolean: 1 or 0.
  public init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }

  /// The number of an integer, otherwise `nil`.
  public var integer: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  /// The number of an integer or a real, otherwise `nil`.
  public var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The text, otherwise `nil`.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The bytes of a blob, otherwise `nil`.
  public var blob: [UInt8]? {
    if case .blob(let bytes) = self { bytes } else { nil }
  }
}

extension SQLiteValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  /// Creates `NULL`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates text.
  public init(stringLiteral value: String) { self = .text(value) }
}

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
