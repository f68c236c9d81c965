import DocgenJSON

/// Names, each with the sequence at which it was granted (`TimedSet`, channels).
struct ChannelGrants: Sendable, Hashable {
  private(set) var sequences: [String: Int] = [:]

  init(_ sequences: [String: Int] = [:]) { self.sequences = sequences }

  var names: [String] { sequences.keys.sorted() }
  var isEmpty: Bool { sequences.isEmpty }
  func contains(_ name: String) -> Bool { sequences[name] != nil }
  subscript(name: String) -> Int? { sequences[name] }

  /// Grants a name, unless it was granted at an earlier sequence.
  mutating func add(_ name: String, at sequence: Int) {
    sequences[name] = min(sequences[name] ?? sequence, sequence)
  }

  /// Grants the names of others, each at the given sequence or later.
  mutating func add(_ others: ChannelGrants, notBefore sequence: Int = 0) {
    for (name, since) in others.sequences { add(name, at: max(since, sequence)) }
  }

  /// Replaces the names; those that remain retain their sequence.
  mutating func update(to names: [String], at sequence: Int) {
    let old = sequences
    sequences = [:]
    for name in names { sequences[name] = old[name] ?? sequence }
  }

  /// Returns whether exactly these names are granted.
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

/// The rules for channel names (channels/set.go).
enum ChannelName {
  /// As a user's channel, access to everything; in `channel()`, it replaces all others.
  static let star = "*"
  /// The channel whose documents all users may read.
  static let everybody = "!"

  /// Returns whether a channel may have this name: not empty and without a comma.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(",")
  }
}
