/// A JSON value (RFC 8259) as a Swift value.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction or exponent that fits 64 bits.
  case integer(Int)
  /// Any other number.
  case double(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; its members keep their order.
  case object(JSONObject)
}

extension JSONValue {
  /// The text of a string, otherwise `nil`.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a boolean, otherwise `nil`.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// A whole number, including one written as `3.0`, otherwise `nil`.
  public var integer: Int? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Any number, otherwise `nil`.
  public var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The elements of an array, otherwise `nil`.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The elements of an array that contains only strings, otherwise `nil`.
  public var strings: [String]? {
    let texts = array?.compactMap(\.string)
    return texts?.count == array?.count ? texts : nil
  }

  /// Creates an array of strings.
  public static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The members of an object, otherwise `nil`.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The member of an object; `nil` for other values and missing keys.
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// The kind of value, for error messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object with members in the order of the literal; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
}
