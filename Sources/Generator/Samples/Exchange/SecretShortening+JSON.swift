import JSON

extension SecretShortening {
  /// A value without its secrets: what names name that can name nothing else, in its texts as well.
  mutating func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map { self.value($0) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, member($0.key, $0.value)) }))
    case .string(let text): .string(nested(text) ?? self.text(text))
    default: value
    }
  }

  private mutating func member(_ name: String, _ value: JSONValue) -> JSONValue {
    guard Self.namesSecret(name) else { return self.value(value) }
    switch value {
    case .string(let text): return .string(shown(name, text))
    // A channel may be called `secret`, and a number of them counted.
    case .integer, .double:
      return name.lowercased().hasSuffix("password") ? .string(Self.mark) : value
    default: return self.value(value)
    }
  }

  /// An address, or else a text, as its author wrote it.
  private mutating func text(_ text: String) -> String {
    let isAddress =
      text.contains { $0 == "?" || $0 == "#" } && !text.contains(where: \.isWhitespace)
    return isAddress && !Self.looksLikeJSON(text)
      ? target(text, isInText: true) : plainText(text)
  }

  /// JSON within a text, without its secrets; `nil` if it has none, or is no object or array.
  mutating func nested(_ text: String) -> String? {
    guard Self.looksLikeJSON(text), let value = try? JSONParser.parse(Array(text.utf8)) else {
      return nil
    }
    let shown = self.value(value)
    return shown == value ? nil : shown.serialized()
  }
}
