import Foundation
import JSON

extension SecretShortening {
  /// What is hidden in JSON only if it holds a number: there are a pin of a map and a cookie to eat.
  private static let hiddenIfNumbered: Set = [
    "cookie", "otp", "otpcode", "pin", "verificationcode",
  ]

  /// A value without its secrets.
  func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(pair(elements) ?? elements.map { self.value($0) })
    case .object(let object):
      .object(
        JSONObject(
          named(object).map { key, name, value in
            let isMap = value.object != nil && Self.maps.contains(Self.plain(key))
            return (key, isMap ? map(value) : member(name, value))
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
  /// What goes by names that somebody has chosen: a channel may be called `secret`.
  private static let maps: Set = [
    "access", "adminchannels", "allchannels", "attachments", "channels", "counts", "properties",
    "roles",
  ]

  private func map(_ value: JSONValue) -> JSONValue {
    guard case .object(let object) = value else { return self.value(value) }
    return .object(
      JSONObject(
        object.members.map { key, value in
          switch value {
          case .object: (key, map(value))
          case .string: (key, member(key, value))
          default: (key, self.value(value))
          }
        }))
  }

  /// A name and its value, as `["password", "…"]`; `nil` if these aren't two strings, the first names no
  /// secret, or the second is a name as well, as in `["pwd", "otp"]`.
  private func pair(_ elements: [JSONValue]) -> [JSONValue]? {
    guard elements.count == 2, let name = elements[0].string, let text = elements[1].string,
      Self.isSecret(name), !Self.ordinaryElements.contains(Self.plain(name)),
      !text.allSatisfy({ $0.isLowercase || "_- ".contains($0) })
    else { return nil }
    return [elements[0], member(name, elements[1])]
  }

  /// An address, a form, or a sentence; such a one may have a `code:` or `state:` in it.
  private func sentence(_ text: String) -> String {
    if text.contains("?") || text.contains("#") { return target(text) }
    let text = sessions(text)
    // A header field's line, not a sentence about one.
    let lowercased = text.lowercased()
    let schemes = ["basic ", "bearer ", "digest "]
    let isField = lowercased.contains("=") || schemes.contains(where: lowercased.contains)
    let shown = plainText(text, isProse: true) { name in
      Self.hasSecretsName(name)
        || isField
          && ["authorization", "cookie", "setcookie", "syncgatewaysession"]
            .contains(Self.plain(name))
    }
    let isForm =
      text.contains("=") && !text.contains(where: \.isWhitespace) && Self.looksDrawn(text)
    return isForm ? parameters(shown, ofForm: true) : shown
  }

  /// A text without the ids in its addresses of sessions.
  private func sessions(_ text: String) -> String {
    let parts = text.components(separatedBy: "/_session/")
    let shown = parts.dropFirst().map { part in
      let id = part.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
      return Self.looksDrawn(String(id)) ? beginning(id) + part.dropFirst(id.count) : part
    }
    return ([parts[0]] + shown).joined(separator: "/_session/")
  }

  /// The value of an `Authorization` field, shortened; `nil` if a text is none, as "Basic plan".
  private func credentials(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0 == "," }
    guard words.count > 1 else { return nil }
    let hasNumber = words[1].contains(where: \.isNumber)
    // A word of letters may be a token as well.
    let isWhole = words.count == 2 && text.hasPrefix("Bearer ") && words[1].count >= 8
    let isCredential =
      switch words[0].lowercased() {
      case "bearer": hasNumber || isWhole
      case "basic": hasNumber && words.count == 2 || Self.holdsPassword(words[1])
      default: false
      }
    return isCredential ? field("Authorization", text) : nil
  }

  /// Whether a word is a name and a password in Base64, whose last signs may be missing.
  private static func holdsPassword(_ word: Substring) -> Bool {
    let missing = String(repeating: "=", count: (4 - word.count % 4) % 4)
    return Data(base64Encoded: word + missing)?.contains(UInt8(ascii: ":")) ?? false
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
    case .string where Self.aboutSecrets.contains(where: plain.hasSuffix): return self.value(value)
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
  /// What is no name of a secret in a list, as of channels.
  private static let ordinaryElements: Set = [
    "code", "nonce", "pass", "pin", "secret", "secrets", "state", "ticket", "token", "tokens",
    "transaction",
  ]
  /// What says of a password no more than how it is or must be.
  private static let aboutSecrets = [
    "age", "attempts", "changedat", "count", "expires", "expiresat", "length", "policy", "type",
    "updatedat", "uri", "url",
  ]
}
