import DocgenGround

/// A media type with its parameters (RFC 9110 8.3.1), such as `multipart/related; boundary="x"`.
struct MediaType {
  /// Type and subtype in lower case.
  private(set) var name = ""
  private var parameters: [String: String] = [:]

  init(_ field: String) {
    var rest = field[...]
    name = Self.token(&rest, until: ";").lowercased()
    while !rest.isEmpty {
      let key = Self.token(&rest, until: "=").lowercased()
      parameters[key] = Self.value(&rest)
    }
  }

  subscript(parameter: String) -> String? { parameters[parameter] }

  /// Whether a body of this type is parsed as JSON.
  var isJSONOrAbsent: Bool { name.isEmpty || name == "application/json" }

  private static func token(_ rest: inout Substring, until end: Character) -> String {
    let token = rest.prefix { $0 != end }
    rest = rest.dropFirst(token.count + 1)
    return token.trimmed { " \t".contains($0) }
  }

  private static func value(_ rest: inout Substring) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else { return token(&rest, until: ";") }
    var value = ""
    rest.removeFirst()
    while let character = rest.popFirst(), character != "\"" {
      value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    _ = token(&rest, until: ";")
    return value
  }
}
