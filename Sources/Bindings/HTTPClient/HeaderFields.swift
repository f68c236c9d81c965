/// Header fields in the order they were added; names compare without regard to case (RFC 9110 5.1).
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The fields, names in the sender's spelling; no name stands there twice in another case.
  public private(set) var fields: [(name: String, value: String)] = []

  /// No fields at all.
  public init() {}

  /// Fields in the order of the literal; the last of equal names wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a name; setting replaces it, `nil` removes it.
  ///
  /// Where a server repeated a field, the values stand here in one, with commas between them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Equal when names, spelling included, values and order are.
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    left.fields.elementsEqual(right.fields) { $0 == $1 }
  }
}
