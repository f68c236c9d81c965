/// One value in a column or bound to a parameter (SQLite's five storage classes).
public enum SQLiteValue: Sendable, Hashable {
  /// SQL's `NULL`.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number; SQLite stores NaN as `NULL`.
  case real(Double)
  /// Text, kept as UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue {
  /// A whole number from an `Int`.
  public init(_ number: Int) { self = .integer(Int64(number)) }

  /// Text, or `null` for `nil`.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// A truth value as SQLite knows it: 1 or 0.
  public init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }

  /// The number of an integer, else `nil`.
  public var integer: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  /// The number of an integer or a real, else `nil`.
  public var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The text, else `nil`.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The bytes of a blob, else `nil`.
  public var blob: [UInt8]? {
    if case .blob(let bytes) = self { bytes } else { nil }
  }

  /// Whether this is `NULL`.
  public var isNull: Bool { self == .null }
}

extension SQLiteValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  /// `NULL`.
  public init(nilLiteral: ()) { self = .null }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
}
