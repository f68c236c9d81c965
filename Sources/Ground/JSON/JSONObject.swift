/// The members of a JSON object, in order, with lookup by key in constant time.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The keys, in the order of their first occurrence.
  public private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  /// Creates an object without members.
  public init() {}

  /// Creates an object with members in order; the last of equal keys wins, as in Go and JavaScript.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    for member in members { self[member.key] = member.value }
  }

  /// Creates an object with members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }

  /// The value of a key; setting `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { values[key] }
    set {
      if let newValue {
        if values.updateValue(newValue, forKey: key) == nil { keys.append(key) }
      } else if values.removeValue(forKey: key) != nil {
        keys.removeAll { $0 == key }
      }
    }
  }

  /// The members, in order.
  public var members: [(key: String, value: JSONValue)] {
    keys.map { (key: $0, value: values[$0]!) }
  }

  /// The number of members.
  public var count: Int { keys.count }

  /// Whether there are no members.
  public var isEmpty: Bool { keys.isEmpty }

  /// Returns whether two objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.values == right.values
  }

  /// Hashes the members regardless of their order, to agree with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
