import JSON

/// Names, each with the sequence since which it has been granted (`TimedSet`, channels).
struct ChannelGrants: Sendable, Hashable {
  private(set) var sequences: [String: Int] = [:]

  init(_ sequences: [String: Int] = [:]) { self.sequences = sequences }

  var names: [String] { sequences.keys.sorted() }
  var isEmpty: Bool { sequences.isEmpty }
  func contains(_ name: String) -> Bool { sequences[name] != nil }
  subscript(name: String) -> Int? { sequences[name] }

  /// Grants a name, unless it has been granted earlier.
  mutating func add(_ name: String, at sequence: Int) {
    sequences[name] = min(sequences[name] ?? sequence, sequence)
  }

  /// Grants what others have, each not before a sequence.
  mutating func add(_ others: ChannelGrants, notBefore sequence: Int = 0) {
    for (name, since) in others.sequences { add(name, at: max(since, sequence)) }
  }

  /// Makes the names exactly these; those that stay keep their sequence.
  mutating func update(to names: [String], at sequence: Int) {
    let old = sequences
    sequences = [:]
    for name in names { sequences[name] = old[name] ?? sequence }
  }

  /// Whether these are exactly the names.
  func equals(_ names: [String]) -> Bool { Set(sequences.keys) == Set(names) }

  /// `{"name": sequence}`.
  var json: JSONValue {
    .object(JSONObject(names.map { (key: $0, value: .integer(sequences[$0] ?? 0)) }))
  }

  init(json: String?) {
    let object = json.flatMap { try? JSONParser.parse($0) }?.object
    for member in object?.members ?? [] { sequences[member.key] = member.value.integer }
  }
}
