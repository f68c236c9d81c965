import DocgenGround
import DocgenJSON
import DocgenMockHTTP

/// Reads values from parsed text and collects all problems.
///
/// Its methods report a problem and return `nil`, so the caller can continue.
struct ConfigurationReader {
  let positions: JSONPositions
  private(set) var problems: [ConfigurationProblem] = []

  init(positions: JSONPositions) { self.positions = positions }

  mutating func report(_ message: String, atKey path: [String]) {
    report(message, at: positions.key(at: path) ?? positions.value(at: path))
  }

  mutating func report(_ message: String, atValue path: [String]) {
    report(message, at: positions.value(at: path))
  }

  private mutating func report(_ message: String, at position: JSONPositions.Position?) {
    problems.append(
      ConfigurationProblem(
        line: position?.line ?? 1, column: position?.column ?? 1, message: message))
  }

  mutating func reportRepeatedKeys() {
    for (path, position) in positions.repeatedKeys {
      report("'\(path.last ?? "")' occurs twice in this object; remove one", at: position)
    }
  }

  /// Reads an object that may have only these keys.
  mutating func object(
    _ value: JSONValue, named name: String, at path: [String], keys: [String]
  ) -> JSONObject? {
    guard let object = object(value, named: name, at: path) else { return nil }
    for key in object.keys where !keys.contains(key) {
      let near = Suggestion.nearest(to: key, among: keys)
      let hint = near.map { "did you mean '\($0)'?" } ?? "known are \(Self.list(keys))"
      report("unknown key '\(key)' in \(name); \(hint)", atKey: path + [key])
    }
    return object
  }

  /// Reads an object with arbitrary keys.
  mutating func object(_ value: JSONValue, named name: String, at path: [String]) -> JSONObject? {
    guard let object = value.object else {
      report("\(name) must be an object, this is \(value.kind)", atValue: path)
      return nil
    }
    return object
  }

  mutating func array(_ key: String, in object: JSONObject, at path: [String]) -> [JSONValue] {
    guard let value = object[key] else { return [] }
    guard let array = value.array else {
      report("'\(key)' must be an array, this is \(value.kind)", atValue: path + [key])
      return []
    }
    return array
  }

  mutating func string(_ key: String, in object: JSONObject, at path: [String]) -> String? {
    guard let value = object[key] else { return nil }
    guard let text = value.string else {
      report("'\(key)' must be a string, this is \(value.kind)", atValue: path + [key])
      return nil
    }
    if text.isEmpty {
      report("'\(key)' must not be empty", atValue: path + [key])
      return nil
    }
    return text
  }

  mutating func requiredString(
    _ key: String, in object: JSONObject, named name: String, at path: [String]
  ) -> String? {
    if object[key] == nil {
      report("\(name) needs '\(key)'", atValue: path)
      return nil
    }
    return string(key, in: object, at: path)
  }

  mutating func strings(_ key: String, in object: JSONObject, at path: [String]) -> [String]? {
    guard object[key] != nil else { return nil }
    var texts: [String] = []
    for (index, element) in array(key, in: object, at: path).enumerated() {
      if let text = element.string, !text.isEmpty {
        texts.append(text)
      } else {
        report(
          "'\(key)' must contain only strings that are not empty",
          atValue: path + [key, String(index)])
      }
    }
    return texts
  }

  mutating func bool(_ key: String, in object: JSONObject, at path: [String]) -> Bool? {
    guard let value = object[key] else { return nil }
    guard let flag = value.bool else {
      report("'\(key)' must be true or false, this is \(value.kind)", atValue: path + [key])
      return nil
    }
    return flag
  }

  /// Reads a whole number of seconds.
  mutating func seconds(
    _ key: String, in object: JSONObject, at path: [String], range: ClosedRange<Int>
  ) -> Int? {
    integer(key, in: object, at: path, range: range, unit: " of seconds")
  }

  mutating func integer(
    _ key: String, in object: JSONObject, at path: [String], range: ClosedRange<Int>,
    unit: String = ""
  ) -> Int? {
    guard let value = object[key] else { return nil }
    guard let number = value.integer, range.contains(number) else {
      report(
        "'\(key)' must be a whole number\(unit) from \(range.lowerBound) to \(range.upperBound)",
        atValue: path + [key])
      return nil
    }
    return number
  }

  /// Reads one of the values of an enumeration.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, in object: JSONObject, at path: [String]
  ) -> Word? where Word.RawValue == String {
    guard let text = string(key, in: object, at: path) else { return nil }
    return word(text, named: key, at: path + [key])
  }

  mutating func words<Word: RawRepresentable & CaseIterable>(
    _ key: String, in object: JSONObject, at path: [String]
  ) -> [Word]? where Word.RawValue == String {
    guard let texts = strings(key, in: object, at: path) else { return nil }
    return texts.enumerated().compactMap { index, text in
      word(text, named: key, at: path + [key, String(index)])
    }
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, named key: String, at path: [String]
  ) -> Word? where Word.RawValue == String {
    if let word = Word(rawValue: text) { return word }
    reportUnknown(text, named: key, among: Word.allCases.map(\.rawValue), at: path)
    return nil
  }

  mutating func reportUnknown(
    _ text: String, named key: String, among known: [String], at path: [String]
  ) {
    let near = Suggestion.nearest(to: text, among: known)
    let hint = near.map { "did you mean '\($0)'?" } ?? "known are \(Self.list(known))"
    report("unknown value '\(text)' of '\(key)'; \(hint)", atValue: path)
  }

  /// Sets a target to a value that was read; leaves the target as it is when there is none.
  func set<Value>(_ target: inout Value, from value: Value?) {
    if let value { target = value }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
