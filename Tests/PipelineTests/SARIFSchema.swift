import DocgenJSON

/// The part of the published JSON schema of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) that our
/// reports use.
///
/// Its objects take no other properties than these and what is left out here. `Tests/Peers` holds
/// reports against the schema itself.
struct SARIFSchema {
  /// What a property's value must be.
  enum Rule: Sendable {
    case text
    /// A reference of RFC 3986, of characters that may stand in one.
    case uriReference
    case whole(atLeast: Int)
    case truth
    case word([String])
    case object(Definition)
    case list(Definition, isUnique: Bool)
  }

  /// An object's properties.
  final class Definition: Sendable {
    let required: Set<String>
    let properties: [String: Rule]

    init(required: Set<String> = [], _ properties: [String: Rule]) {
      self.required = required
      self.properties = properties
    }
  }

  private(set) var problems: [String] = []

  /// Holds a log against the schema.
  init(_ log: JSONValue) { check(log, Self.log, "log") }

  private mutating func check(_ value: JSONValue, _ definition: Definition, _ path: String) {
    guard let object = value.object else { return problems.append("\(path) is no object") }
    let names = Set(object.keys)
    for name in definition.required.subtracting(names) {
      problems.append("\(path) has no '\(name)'")
    }
    for (name, value) in object.members {
      guard let rule = definition.properties[name] else {
        problems.append("\(path) has '\(name)'")
        continue
      }
      check(value, rule, "\(path).\(name)")
    }
  }

  private mutating func check(_ value: JSONValue, _ rule: Rule, _ path: String) {
    switch rule {
    case .object(let definition): check(value, definition, path)
    case .list(let definition, let isUnique):
      guard let items = value.array else { return problems.append("\(path) is no array") }
      for (index, item) in items.enumerated() { check(item, definition, "\(path)[\(index)]") }
      let texts = Set(items.map { $0.serialized() })
      if isUnique, texts.count < items.count { problems.append("\(path) repeats an item") }
    default: if !Self.fits(value, rule) { problems.append("\(path) is \(value.serialized())") }
    }
  }

  private static func fits(_ value: JSONValue, _ rule: Rule) -> Bool {
    switch rule {
    case .text: value.string != nil
    case .uriReference:
      value.string?.wholeMatch(of: /(?:[A-Za-z0-9\-._~:\/?#@!$&'()*+,;=]|%[0-9A-F]{2})+/) != nil
    case .whole(let least): value.integer.map { $0 >= least } ?? false
    case .truth: value.bool != nil
    case .word(let words): value.string.map(words.contains) ?? false
    case .object, .list: false
    }
  }
}

extension SARIFSchema {
  private static let level = Rule.word(["none", "note", "warning", "error"])
  private static let message = Definition(required: ["text"], ["text": .text])
  private static let region = Definition(
    required: ["startLine"],
    [
      "startLine": .whole(atLeast: 1), "startColumn": .whole(atLeast: 1),
      "endLine": .whole(atLeast: 1), "endColumn": .whole(atLeast: 1),
    ])
  private static let location = Definition([
    "id": .whole(atLeast: -1), "message": .object(message),
    "physicalLocation": .object(
      Definition(
        required: ["artifactLocation"],
        [
          "artifactLocation": .object(Definition(["uri": .uriReference, "uriBaseId": .text])),
          "region": .object(region),
        ])),
  ])
  private static let result = Definition(
    required: ["message"],
    [
      "ruleId": .text, "ruleIndex": .whole(atLeast: -1), "level": level,
      "message": .object(message), "locations": .list(location, isUnique: false),
      "relatedLocations": .list(location, isUnique: true),
    ])
  private static let driver = Definition(
    required: ["name"],
    [
      "name": .text,
      "rules": .list(Definition(required: ["id"], ["id": .text]), isUnique: true),
    ])
  private static let notification = Definition(
    required: ["message"], ["level": level, "message": .object(message)])
  private static let invocation = Definition(
    required: ["executionSuccessful"],
    [
      "executionSuccessful": .truth,
      "toolExecutionNotifications": .list(notification, isUnique: false),
    ])
  private static let run = Definition(
    required: ["tool"],
    [
      "tool": .object(Definition(required: ["driver"], ["driver": .object(driver)])),
      "columnKind": .word(["utf16CodeUnits", "unicodeCodePoints"]),
      "invocations": .list(invocation, isUnique: false),
      "results": .list(result, isUnique: false),
    ])
  private static let log = Definition(
    required: ["version", "runs"],
    [
      "$schema": .uriReference, "version": .word(["2.1.0"]),
      "runs": .list(run, isUnique: false),
    ])
}
