import DocgenGround

/// A value of another kind than its key needs.
struct UnexpectedValue: Error {
  /// What the value must be.
  let expected: String

  func message(_ id: Diagnostic.ID, of key: String) -> Diagnostic.Message {
    Diagnostic.Message(id, "the value of '\(key)' must be \(expected)")
  }
}

extension YAMLNode {
  /// Returns the text of a scalar.
  func expectText() throws(UnexpectedValue) -> String {
    guard let text else { throw UnexpectedValue(expected: "a text") }
    return text
  }

  /// Returns the value of `true` or `false`.
  func expectBool() throws(UnexpectedValue) -> Bool {
    guard let bool else { throw UnexpectedValue(expected: "true or false") }
    return bool
  }

  /// Returns a text that is one of several.
  func expectOne(of texts: [String]) throws(UnexpectedValue) -> String {
    guard let text, texts.contains(text) else {
      let list = texts.map { "'\($0)'" }.joined(separator: ", ")
      throw UnexpectedValue(expected: "one of \(list)")
    }
    return text
  }

  /// Returns the case of a type that has the text as its raw value.
  func expectCase<Value: CaseIterable & RawRepresentable<String>>(
    of type: Value.Type
  ) throws(UnexpectedValue) -> Value? {
    Value(rawValue: try expectOne(of: type.allCases.map(\.rawValue)))
  }
}
