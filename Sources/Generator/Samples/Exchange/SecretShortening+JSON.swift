import Foundation
import JSON

extension SecretShortening {
  /// What is hidden in JSON only if it holds a number: there are a pin of a map and a cookie to eat.
  private static let hiddenIfNumbered: Set = ["cookie", "otp", "pin"]

  /// A value without its secrets.
  func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(pairs(elements) ?? elements.map { self.value($0) })
    case .object(let object):
      .object(
        JSONObject(
          named(object).map { name in
            // Their members have names of their own: a channel may be called `secret`.
            let isMap = Self.maps.contains(Self.plain(name.key))
            guard isMap, let object = name.value.object else {
              return (name.key, member(name.name, name.value))
            }
            return (name.key, .object(JSONObject(object.members.map { ($0, self.value($1)) })))
          }))
    case .string(let text): .string(nested(text) ?? credentials(text) ?? sentence(text))
    default: value
    }
  }

  /// The members of an object, each with what names its value: in `{"name": "password", "value": "…"}` that
  /// is another's.
  private func named(_ object: JSONObject) -> [(key: String, name: String, value: JSONValue)] {
    let names = object.members.filter { Self.naming.contains(Self.plain($0.key)) }
      .compactMap(\.value.string)
    let secret = names.first { !$0.contains(" ") && Self.isSecret($0) }
    return object.members.map { key, value in
      (key, Self.plain(key) == "value" && value.string != nil ? secret ?? key : key, value)
    }
  }
  private static let naming: Set = ["field", "key", "name", "type"]
  /// What goes by names that somebody has chosen.
  private static let maps: Set = [
    "adminchannels", "allchannels", "attachments", "channels", "counts", "properties",
  ]

  /// Names with their values, as `[["password", "…"], …]`; `nil` if these are none.
  ///
  /// Not a single pair: so stand `["pwd", "otp"]` and the names of channels.
  private func pairs(_ elements: [JSONValue]) -> [JSONValue]? {
    let pairs = elements.map { $0.array ?? [] }
    guard !pairs.isEmpty, pairs.allSatisfy({ $0.count == 2 && $0[0].string != nil }) else {
      return nil
    }
    return pairs.map { .array([$0[0], member($0[0].string ?? "", $0[1])]) }
  }

  /// An address, a form, or a sentence; such a one may have a `code:` or `state:` in it.
  private func sentence(_ text: String) -> String {
    if text.contains("?") || text.contains("#") || text.contains("/_session/") {
      return target(text)
    }
    if text.contains("="), !text.contains(where: \.isWhitespace) {
      return drawnNames(parameters(text, ofForm: true))
    }
    // A header field's line, not a sentence about one.
    let lowercased = text.lowercased()
    let schemes = ["basic ", "bearer ", "digest "]
    let isField = lowercased.contains("=") || schemes.contains(where: lowercased.contains)
    return plainText(text, isProse: true) { name in
      Self.hasSecretsName(name)
        || isField
          && ["authorization", "cookie", "setcookie", "syncgatewaysession"]
            .contains(Self.plain(name))
    }
  }

  /// The value of an `Authorization` field, shortened; `nil` if a text is none, as "Basic plan".
  private func credentials(_ text: String) -> String? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    let isCredential =
      switch words[0].lowercased() {
      case "bearer": words[1].count >= 8 || !words[1].allSatisfy(\.isLowercase)
      case "basic": Data(base64Encoded: String(words[1]))?.contains(UInt8(ascii: ":")) ?? false
      default: false
      }
    return isCredential ? field("Authorization", text) : nil
  }

  /// JSON within a text, without its secrets; `nil` if it has none, or is no object or array.
  func nested(_ text: String) -> String? {
    guard let first = text.first(where: { !$0.isWhitespace }), "{[".contains(first),
      let value = try? JSONParser.parse(Array(text.utf8))
    else { return nil }
    let shown = self.value(value)
    return shown == value ? nil : shown.serialized()
  }

  private func member(_ name: String, _ value: JSONValue) -> JSONValue {
    let plain = Self.plain(name)
    if case .string(let text) = value, Self.shortenedIfDrawn.contains(plain) {
      return Self.looksDrawn(text) ? .string(beginning(text[...])) : self.value(value)
    }
    guard Self.isSecret(plain: plain), !Self.ordinaryMembers.contains(plain) else {
      return self.value(value)
    }
    switch value {
    case .string(let text)
    where Self.hiddenIfNumbered.contains(plain) && !text.contains(where: \.isNumber):
      return self.value(value)
    case .string where Self.aboutSecrets.contains(where: plain.hasSuffix): return value
    case .string(let text) where Self.isRevision(text): return value
    case .string(let text): return .string(shown(name, text))
    case .array(let elements): return .array(elements.map { member(name, $0) })
    case .null, .bool: return value
    // A `code` may be an error's number, a `token` or `credentials` an object with secrets of its own.
    case .object where plain.hasPrefix("credential"): return self.value(value)
    case .object(let object) where Self.isToken(plain): return .object(tokens(object))
    case .object, .integer, .double:
      if Self.aboutSecrets.contains(where: plain.hasSuffix) { return self.value(value) }
      return Self.isHidden(plain) ? .string(Self.mark) : self.value(value)
    }
  }

  /// Tokens by the names of their users, or one with what is known of it.
  private func tokens(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.members.map { key, value in
        let isOther = ["id", "rev"].contains(Self.plain(key))
        let isOne = !isOther && value.string.map(Self.looksDrawn) == true
        return (key, isOne ? member("token", value) : member(key, value))
      })
  }

  /// Whether a text is a revision's id, which a document has that is named like a secret.
  private static func isRevision(_ text: String) -> Bool {
    let parts = text.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && parts[0].allSatisfy(\.isWholeNumber) && parts[1].utf8.count == 32
      && parts[1].allSatisfy(\.isHexDigit)
  }

  /// What is no secret in JSON, where `state` is that of a database.
  private static let ordinaryMembers: Set = ["state", "ticket", "transaction"]
  /// What says of a password no more than how it is or must be.
  private static let aboutSecrets = [
    "age", "attempts", "changedat", "count", "expires", "expiresat", "hint", "length", "method",
    "policy", "type", "updatedat", "uri", "url",
  ]
}
