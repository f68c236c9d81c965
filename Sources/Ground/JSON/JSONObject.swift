/// The members of a JSON object, in order, found by key in constant time.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The keys, in the order in which they first came.
  public private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  /// No members.
  public init() {}

  /// Members in the given order; the last of equal keys wins, as in Go and JavaScript.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    for member in members { self[member.key] = member.value }
  }

  /// Members in the order of the literal.
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

  /// How many members there are.
  public var count: Int { keys.count }

  /// Whether there are none.
  public var isEmpty: Bool { keys.isEmpty }

  /// Two objects are equal when they have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.values == right.values
  }

  /// Hashes the members without regard to their order, to agree with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
