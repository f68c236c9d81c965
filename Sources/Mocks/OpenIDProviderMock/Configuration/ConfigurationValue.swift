import DocgenGround
import DocgenJSON

/// A value of a configuration, with its place.
///
/// Its methods report a problem and return `nil`, so the caller can continue.
struct ConfigurationValue {
  let json: JSONValue
  private let path: [String]
  /// The key that it has in messages: that of an array for its elements.
  private let key: String
  private let problems: ConfigurationProblems

  private init(
    _ json: JSONValue, at path: [String], key: String, problems: ConfigurationProblems
  ) {
    self.json = json
    self.path = path
    self.key = key
    self.problems = problems
  }

  /// Creates the value of a complete text.
  init(_ json: JSONValue, problems: ConfigurationProblems) {
    self.init(json, at: [], key: "", problems: problems)
  }

  func report(_ message: String) { problems.report(message, atValue: path) }

  /// Reports a problem at the key of the value.
  func reportAtKey(_ message: String) { problems.report(message, atKey: path) }

  /// Returns the member of this object with a key.
  func member(_ key: String, json: JSONValue) -> ConfigurationValue {
    ConfigurationValue(json, at: path + [key], key: key, problems: problems)
  }

  /// Returns an object with a text for a key that it lacks; any other value stays as it is.
  func completed(_ key: String, by text: String) -> ConfigurationValue {
    guard var object = json.object, object[key] == nil else { return self }
    object[key] = .string(text)
    return ConfigurationValue(.object(object), at: path, key: self.key, problems: problems)
  }

  /// Reads an object that may have only some keys.
  ///
  /// - Parameter name: the object in messages; `nil` for its key.
  func section(_ name: String? = nil, keys: [String]) -> ConfigurationSection? {
    guard let section = section(name) else { return nil }
    for key in section.object.keys where !keys.contains(key) {
      let hint = Self.hint(for: key, among: keys)
      section[key]?.reportAtKey("unknown key '\(key)' in \(section.name); \(hint)")
    }
    return section
  }

  /// Reads an object with arbitrary keys.
  func section(_ name: String? = nil) -> ConfigurationSection? {
    let name = name ?? "'\(key)'"
    guard let object = json.object else {
      report("\(name) must be an object, this is \(json.kind)")
      return nil
    }
    return ConfigurationSection(object: object, name: name, value: self)
  }

  func elements() -> [ConfigurationValue] {
    guard let array = json.array else {
      report("'\(key)' must be an array, this is \(json.kind)")
      return []
    }
    return array.enumerated().map {
      ConfigurationValue($1, at: path + [String($0)], key: key, problems: problems)
    }
  }

  func string() -> String? {
    guard let text = json.string else {
      report("'\(key)' must be a string, this is \(json.kind)")
      return nil
    }
    if text.isEmpty {
      report("'\(key)' must not be empty")
      return nil
    }
    return text
  }

  func strings() -> [String] { texts().map(\.text) }

  /// Reads an array of strings, with their places.
  func texts() -> [(element: ConfigurationValue, text: String)] {
    elements().compactMap { element in
      if let text = element.json.string, !text.isEmpty { return (element, text) }
      element.report("'\(key)' must contain only strings that are not empty")
      return nil
    }
  }

  func bool() -> Bool? {
    guard let flag = json.bool else {
      report("'\(key)' must be true or false, this is \(json.kind)")
      return nil
    }
    return flag
  }

  /// Reads a whole number of seconds.
  func seconds(in range: ClosedRange<Int>) -> Int? { integer(in: range, unit: " of seconds") }

  func integer(in range: ClosedRange<Int>, unit: String = "") -> Int? {
    guard let number = json.integer, range.contains(number) else {
      report(
        "'\(key)' must be a whole number\(unit) from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// Reads one of the values of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>() -> Word? where Word.RawValue == String {
    string().flatMap { word($0) }
  }

  func words<Word: RawRepresentable & CaseIterable>() -> [Word] where Word.RawValue == String {
    texts().compactMap { $0.word($1) }
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ text: String
  ) -> Word? where Word.RawValue == String {
    if let word = Word(rawValue: text) { return word }
    reportUnknown(text, among: Word.allCases.map(\.rawValue))
    return nil
  }

  func reportUnknown(_ text: String, among known: [String]) {
    report("unknown value '\(text)' of '\(key)'; \(Self.hint(for: text, among: known))")
  }

  /// Returns the nearest of the known words, or all of them.
  static func hint(for word: String, among known: [String]) -> String {
    Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

/// An object of a configuration.
struct ConfigurationSection {
  let object: JSONObject
  /// What messages call it, such as `a client`.
  let name: String
  fileprivate let value: ConfigurationValue

  /// The value of a key; `nil` if there is none.
  subscript(key: String) -> ConfigurationValue? {
    object[key].map { value.member(key, json: $0) }
  }

  func report(_ message: String) { value.report(message) }

  /// Whether an array is empty or missing, unless its key has another problem already.
  func lacks(_ key: String) -> Bool {
    if let member = self[key] { return member.json.array?.isEmpty ?? false }
    return !object.keys.contains { Suggestion.misspelled($0, among: [key]) != nil }
  }

  /// Reads a text that must be there.
  func required(_ key: String) -> String? {
    if let member = self[key] { return member.string() }
    report("\(name) needs '\(key)'")
    return nil
  }
}
