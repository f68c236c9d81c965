/// Header fields in the order they were added; names are case-insensitive (RFC 9110 5.1).
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The fields, with names as the sender spelled them; no name occurs twice in different case.
  public private(set) var fields: [(name: String, value: String)] = []

  /// Creates a list without fields.
  public init() {}

  /// Creates fields in the order of the literal; the last of equal names wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a field; setting replaces it, `nil` removes it.
  ///
  /// If a server repeats a field, the value contains all its values, separated by commas.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Returns whether names, with their spelling, values and order are equal.
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    left.fields.elementsEqual(right.fields) { $0 == $1 }
  }
}
