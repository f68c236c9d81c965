import DocgenGround
import DocgenJSON
import DocgenMockHTTP

/// Reads typed values from a configuration and collects all its problems.
struct ConfigurationReader {
  let text: BackQuotedText
  let positions: JSONPositions
  let profile: Profile
  private(set) var problems: [ConfigurationProblem] = []

  init(text: BackQuotedText, positions: JSONPositions, profile: Profile) {
    self.text = text
    self.positions = positions
    self.profile = profile
  }

  /// Creates a reader of a request's body, whose problems have no positions.
  init(profile: Profile) {
    self.init(text: BackQuotedText(""), positions: JSONPositions(), profile: profile)
  }

  /// The first problem that prevents the gateway from using the configuration.
  var refusal: ConfigurationProblem? { problems.first { $0.severity == .refusal } }

  /// An object in the configuration, with its path.
  struct Section {
    let object: JSONObject
    let path: [String]

    /// Returns the last member with a name, ignoring case, as Go's decoder does.
    func member(_ name: String) -> (path: [String], value: JSONValue)? {
      guard let key = object.keys.last(where: { $0.lowercased() == name.lowercased() }),
        let value = object[key]
      else { return nil }
      return (path + [key], value)
    }
  }

  mutating func report(
    _ message: String, atValue path: [String],
    severity: ConfigurationProblem.Severity = .refusal
  ) {
    report(message, at: positions.value(at: path), severity: severity)
  }

  mutating func report(
    _ message: String, atKey path: [String],
    severity: ConfigurationProblem.Severity = .refusal
  ) {
    report(message, at: positions.key(at: path), severity: severity)
  }

  private mutating func report(
    _ message: String, at position: JSONPositions.Position?,
    severity: ConfigurationProblem.Severity
  ) {
    let location = text.original(line: position?.line ?? 1, column: position?.column ?? 1)
    problems.append(
      ConfigurationProblem(
        line: location.line, column: location.column, message: message, severity: severity))
  }

  /// Reports a problem at a line of a string value, such as a line of the sync function.
  mutating func report(_ message: String, atLine line: Int, ofString path: [String]) {
    let position = positions.value(at: path)
    let start = text.original(line: position?.line ?? 1, column: position?.column ?? 1)
    let location = text.original(line: line, ofStringAt: start)
    problems.append(
      ConfigurationProblem(
        line: location.line, column: location.column, message: message))
  }

  // MARK: Values. `null` counts as absent, as in Go.

  private mutating func value<Value>(
    _ name: String, in section: Section, as expected: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let member = section.member(name), member.value != .null else { return nil }
    if let value = read(member.value) { return value }
    report("'\(name)' must be \(expected), not \(member.value.kind)", atValue: member.path)
    return nil
  }

  mutating func string(_ name: String, in section: Section) -> String? {
    value(name, in: section, as: "a string") { $0.string }
  }

  mutating func bool(_ name: String, in section: Section) -> Bool? {
    value(name, in: section, as: "true or false") { $0.bool }
  }

  mutating func integer(_ name: String, in section: Section) -> Int? {
    value(name, in: section, as: "a whole number") { $0.integer }
  }

  mutating func strings(_ name: String, in section: Section) -> [String]? {
    value(name, in: section, as: "an array of strings") { $0.strings }
  }

  mutating func section(_ name: String, in section: Section) -> Section? {
    let object = value(name, in: section, as: "an object") { $0.object }
    return object.flatMap { object in
      section.member(name).map { Section(object: object, path: $0.path) }
    }
  }

  /// Returns the members of an object whose keys are names chosen by the author, each an object.
  mutating func named(_ name: String, in outer: Section) -> [(name: String, section: Section)] {
    guard let outer = section(name, in: outer) else { return [] }
    return outer.object.members.compactMap { member in
      let path = outer.path + [member.key]
      guard let object = member.value.object else {
        report("'\(member.key)' must be an object, not \(member.value.kind)", atValue: path)
        return nil
      }
      return (member.key, Section(object: object, path: path))
    }
  }

  /// Warns of members that a later member of the same name overrides.
  mutating func reportRepeatedKeys() {
    for (path, position) in positions.repeatedKeys {
      report(
        "'\(path.last ?? "")' occurs twice in this object; the gateway uses the last one",
        at: position, severity: .warning)
    }
  }

  /// Reports the unknown keys of a section, each with the nearest known one.
  mutating func reportUnknownKeys(in section: Section, known: ConfigurationKeys) {
    let names = known.names(in: profile)
    for key in section.object.keys
    where !names.contains(where: { $0.lowercased() == key.lowercased() }) {
      let nearest =
        Suggestion.nearest(to: key, among: names).map { "; did you mean '\($0)'?" } ?? ""
      report(
        "unknown key '\(key)' in \(known.section)\(nearest)", atKey: section.path + [key],
        severity: profile.rejectsUnknownKeys ? .refusal : .warning)
    }
  }
}
