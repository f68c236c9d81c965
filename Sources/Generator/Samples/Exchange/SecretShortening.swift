import DrawnWords
import Foundation
import JSON

/// Shortens what is secret in a message, and what a client draws anew at each run, so that a
/// transcript can be shown and is the same every time.
struct SecretShortening {
  /// Passwords, and values that clients make up: nothing of them is shown.
  ///
  /// Each is one word, as `plain` makes it of names however they are written.
  private static let hidden: Set = [
    "authorization", "codechallenge", "codeverifier", "cookie", "nonce", "otp", "pass", "pin", "pw",
    "pwd", "setcookie", "state", "validationkey",
  ]
  /// What a server gives out: the beginning tells one from another.
  private static let shortened: Set = [
    "assertion", "authorizationcode", "authreqid", "clientassertion", "code", "devicecode",
    "idtokenhint", "jwt", "onetimesessionid", "sessionid", "sessionkey", "ticket", "transaction",
    "usercode",
  ]
  /// What a server may give out under a name that is an ordinary word as well: shortened in JSON if a
  /// machine has made it.
  private static let shortenedIfDrawn: Set = [
    "access", "auth", "bearer", "challenge", "code", "refresh", "session", "signature", "verifier",
  ]
  /// What is hidden in JSON only if it holds a number: there are a pin of a map and a cookie to eat.
  private static let hiddenIfNumbered: Set = ["cookie", "otp", "pin"]
  static let mark = "…"
  /// What parts a body of several, which clients draw by lot.
  private static var boundary: Regex<(Substring, Substring, Substring)> {
    #/(?i)(\bboundary=)("[^"]*"|[^;]*)/#
  }
  /// The lines that a transcript shows of a body.
  private static let longestBody = 24

  /// A header field's value.
  func field(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization":
      let words = value.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return Self.mark }
      // What Basic holds is a password; a token's beginning gives nothing away.
      return "\(words[0]) \(words[0].lowercased() == "bearer" ? beginning(words[1]) : Self.mark)"
    case "cookie", "set-cookie":
      return value.split(separator: ";", omittingEmptySubsequences: false).enumerated()
        .map { index, part in
          index == 0 || name.lowercased() == "cookie" ? cookie(part) : String(part)
        }
        .joined(separator: ";")
    case "content-type": return drawnNames(value.replacing(Self.boundary) { "\($0.1)\(Self.mark)" })
    case "location", "www-authenticate", "origin", "host": return target(value)
    default: return drawnNames(value)
    }
  }

  /// An address or the target of a request: secrets in its query and fragment, session ids in its
  /// path.
  func target(_ text: String) -> String {
    guard let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return path(text) }
    let behind = text.index(after: mark)
    return drawnNames(
      path(String(text[..<mark])) + String(text[mark])
        + parameters(String(text[behind...]), ofForm: false))
  }

  /// A path without session ids.
  func path(_ text: String) -> String {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.lastIndex(of: "_session"), index + 1 < parts.count,
      !parts[index + 1].isEmpty
    {
      parts[index + 1] = beginning(parts[index + 1][...])
    }
    return drawnNames(parts.joined(separator: "/"))
  }

  /// A body of a type; JSON is laid out, which is how people read it, and what is long is cut.
  func body(_ text: String, type: String) -> String {
    let lines = wholeBody(text, type: type).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > Self.longestBody else { return lines.joined(separator: "\n") }
    let left = lines.count - Self.longestBody + 1
    return (lines.prefix(Self.longestBody - 1) + ["\(Self.mark) (\(left) more lines)"])
      .joined(separator: "\n")
  }

  /// A body that isn't cut.
  ///
  /// What looks like JSON is read as JSON, whatever its type says: curl sends it as a form.
  func wholeBody(_ text: String, type: String) -> String {
    let isJSON = type.hasSuffix("json")
    let looksLikeJSON = text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
    if isJSON || looksLikeJSON, let value = try? JSONParser.parse(Array(text.utf8)) {
      return drawnNames(JSONLayout.text(of: self.value(value)))
    }
    if isJSON { return "(\(text.utf8.count) bytes)" }
    guard type == "application/x-www-form-urlencoded", !looksLikeJSON else {
      return drawnNames(plainText(text))
    }
    return drawnNames(parameters(text, ofForm: true))
  }

  private func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(pair(elements) ?? elements.map { self.value($0) })
    case .object(let object):
      .object(JSONObject(named(object).map { ($0.key, member($0.name, $0.value)) }))
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

  /// A name and its value, as `["password", "…"]`; `nil` if these aren't two strings and the first names
  /// no secret.
  private func pair(_ elements: [JSONValue]) -> [JSONValue]? {
    guard elements.count == 2, let name = elements[0].string, case .string = elements[1],
      Self.isSecret(name), !Self.ordinaryElements.contains(Self.plain(name))
    else { return nil }
    return [elements[0], member(name, elements[1])]
  }

  /// An address or a sentence; such a one may have a `code:` or `state:` in it.
  private func sentence(_ text: String) -> String {
    if text.contains("?") || text.contains("#") { return target(text) }
    // A header field's line, not a sentence about one.
    let lowercased = text.lowercased()
    let schemes = ["basic ", "bearer ", "digest "]
    let isField = lowercased.contains("=") || schemes.contains(where: lowercased.contains)
    return plainText(text) { name in
      Self.hasSecretsName(name)
        || isField && ["authorization", "cookie", "setcookie"].contains(Self.plain(name))
    }
  }

  /// The value of an `Authorization` field, shortened; `nil` if a text is none.
  private func credentials(_ text: String) -> String? {
    guard let name = ["Bearer ", "Basic "].first(where: text.hasPrefix) else { return nil }
    // A short word is none, as in "Basic plan".
    let word = text.dropFirst(name.count)
    let isWord = word.count < 8 && word.allSatisfy(\.isLowercase)
    return isWord ? nil : field("Authorization", text)
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
    guard Self.isSecret(word: plain), !Self.ordinaryMembers.contains(plain) else {
      return self.value(value)
    }
    switch value {
    case .string(let text)
    where Self.hiddenIfNumbered.contains(plain) && !text.contains(where: \.isNumber):
      return self.value(value)
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
  /// What says of a password no more than how it must be.
  private static let aboutSecrets = ["age", "attempts", "count", "length", "policy"]

  /// Whether a text is long and made by a machine, as an authorization code is; in JSON a `code` is often
  /// an error's.
  private static func looksDrawn(_ text: String) -> Bool {
    DrawnWords.all(in: text).contains { word in word.utf8.contains { (0x30...0x39).contains($0) } }
  }

  static func isSecret(_ name: String) -> Bool {
    isSecret(word: plain(name))
  }

  private static func isSecret(word: String) -> Bool {
    isHidden(word) || shortened.contains(word) || isToken(word)
  }

  private static func isHidden(_ word: String) -> Bool {
    hidden.contains(word) || namesSecret(word) && !isToken(word)
  }

  private static func isToken(_ word: String) -> Bool {
    word.hasSuffix("token") || word.hasSuffix("tokens")
  }

  /// Whether a name says that what it names is secret.
  static func hasSecretsName(_ name: String) -> Bool { namesSecret(plain(name)) }

  private static func namesSecret(_ word: String) -> Bool {
    let ends = [
      "secret", "secrets", "apikey", "accesskey", "credential", "credentials", "passcode",
      "privatekey", "secretkey",
    ]
    return ["password", "passwd", "passphrase"].contains { word.contains($0) }
      || ends.contains { word.hasSuffix($0) } || isToken(word)
  }

  /// A name in one word, however it is written: with capitals or lines between its words,
  /// percent-encoded, between spaces, as part of another (`user.password`, `user[password]`), or of several
  /// (`password[]`).
  static func plain(_ name: String) -> String {
    let name = name.replacing("+", with: " ")
    return (name.removingPercentEncoding ?? name).lowercased().split { ".[]".contains($0) }
      .last?.filter { $0.isLetter || $0.isNumber } ?? ""
  }

  func shown(_ name: String, _ value: String) -> String {
    if value.isEmpty { return "" }
    return Self.isHidden(Self.plain(name)) ? Self.mark : beginning(value[...])
  }

  private func cookie(_ part: Substring) -> String {
    guard let equals = part.firstIndex(of: "=") else {
      return part.allSatisfy(\.isWhitespace) ? "" : Self.mark
    }
    return "\(part[...equals])\(beginning(part[part.index(after: equals)...]))"
  }

  /// The first characters of a token; the end of a signed one would be another at each run.
  private func beginning(_ token: Substring) -> String {
    let quoted = token.hasPrefix("\"")
    return token.count < 8 ? Self.mark : token.prefix(quoted ? 7 : 6) + Self.mark
  }
}
