import DrawnWords
import Foundation
import JSON

/// Shortens what is secret by where it stands, and what a client draws anew at each run, so that a
/// transcript can be shown and is the same every time.
///
/// Protocols have places for what clients keep or make up: header fields, parameters of forms and addresses.
/// What the servers know they tell themselves (`KnownSecrets`), so that everything else can stay as its
/// author wrote it.
struct SecretShortening {
  /// What was shortened, as it stood, with what is shown of it.
  private(set) var found: [String: String] = [:]

  /// Parameters whose values clients make up or people type (RFC 6749 section 4.1.1, RFC 7636, RFC 8628
  /// section 3.2, OpenID Connect Core 1.0 section 3.1.2.1): nothing of them is shown.
  ///
  /// Each is one word, as `plain` makes it of names however they are written.
  private static let madeUp: Set = ["codechallenge", "codeverifier", "nonce", "state", "usercode"]
  /// Parameters for what a server gives out: the beginning tells one from another.
  private static let givenOut: Set = [
    "assertion", "authreqid", "clientassertion", "code", "devicecode", "idtokenhint",
    "onetimesessionid", "sessionid", "syncgatewaysession", "transaction",
  ]
  /// How names end that name a secret and nothing else, in a document as well.
  private static let ends = [
    "accesskey", "apikey", "passcode", "passphrase", "passwd", "password", "privatekey", "secret",
    "secretkey", "token", "validationkey",
  ]
  static let mark = "…"
  /// What parts a body of several, which clients draw by lot.
  private static var boundary: Regex<(Substring, Substring, Substring)> {
    #/(?i)(\bboundary=)("[^"]*"|[^;]*)/#
  }
  /// The lines that a transcript shows of a body.
  private static let longestBody = 24

  /// A header field's value.
  mutating func field(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization":
      let words = value.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return Self.mark }
      // What Basic holds is a password; a token's beginning gives nothing away.
      let isToken = words[0].lowercased() == "bearer"
      return "\(words[0]) \(keep(words[1], as: isToken ? beginning(words[1]) : Self.mark))"
    case "cookie", "set-cookie":
      var parts = value.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      let count = name.lowercased() == "cookie" ? parts.count : 1
      for index in parts.indices.prefix(count) { parts[index] = cookie(parts[index][...]) }
      return parts.joined(separator: ";")
    case "content-type": return drawnNames(value.replacing(Self.boundary) { "\($0.1)\(Self.mark)" })
    case "location", "www-authenticate", "origin", "host": return target(value)
    default: return drawnNames(value)
    }
  }

  /// An address or the target of a request: secrets in its query and fragment, session ids in its
  /// path.
  mutating func target(_ text: String) -> String { target(text, isInText: false) }

  mutating func target(_ text: String, isInText: Bool) -> String {
    guard let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return path(text) }
    let behind = text.index(after: mark)
    return drawnNames(
      path(String(text[..<mark])) + String(text[mark])
        + parameters(String(text[behind...]), of: isInText ? .text : .address))
  }

  /// A path without session ids.
  mutating func path(_ text: String) -> String {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.lastIndex(of: "_session"), index + 1 < parts.count,
      Self.looksDrawn(parts[index + 1])
    {
      let id = parts[index + 1][...]
      parts[index + 1] = keep(id, as: beginning(id))
    }
    return drawnNames(parts.joined(separator: "/"))
  }

  /// A body of a type; JSON is laid out, which is how people read it, and what is long is cut.
  mutating func body(_ text: String, type: String) -> String {
    let lines = wholeBody(text, type: type).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > Self.longestBody else { return lines.joined(separator: "\n") }
    let left = lines.count - Self.longestBody + 1
    return (lines.prefix(Self.longestBody - 1) + ["\(Self.mark) (\(left) more lines)"])
      .joined(separator: "\n")
  }

  /// A body that isn't cut.
  ///
  /// What looks like JSON is read as JSON, whatever its type says: curl sends it as a form.
  private mutating func wholeBody(_ text: String, type: String) -> String {
    let isJSON = type.hasSuffix("json")
    if isJSON || Self.looksLikeJSON(text), let value = try? JSONParser.parse(Array(text.utf8)) {
      return drawnNames(JSONLayout.text(of: self.value(value)))
    }
    if isJSON { return "(\(text.utf8.count) bytes)" }
    let isForm = type == "application/x-www-form-urlencoded" && !Self.looksLikeJSON(text)
    return drawnNames(isForm ? parameters(text, of: .form) : plainText(text))
  }

  static func looksLikeJSON(_ text: String) -> Bool {
    text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
  }

  /// Whether a text is long and made by a machine, as an authorization code is.
  static func looksDrawn(_ text: String) -> Bool {
    DrawnWords.all(in: text).contains { word in word.utf8.contains { (0x30...0x39).contains($0) } }
  }

  /// Whether a parameter's value is secret.
  static func isParameter(_ name: String) -> Bool {
    let word = plain(name)
    return madeUp.contains(word) || givenOut.contains(word) || namesSecret(plain: word)
  }

  /// Whether a name says, wherever it stands, that what it names is secret.
  static func namesSecret(_ name: String) -> Bool { namesSecret(plain: plain(name)) }

  private static func namesSecret(plain word: String) -> Bool {
    ends.contains { word.hasSuffix($0) }
  }

  /// A name in one word, however it is written: with capitals or lines between its words,
  /// percent-encoded, between spaces, as part of another (`user.password`, `user[password]`), of several
  /// (`password[]`) or with a number (`password2`).
  private static func plain(_ name: String) -> String {
    let name = name.replacing("+", with: " ")
    let word =
      (name.removingPercentEncoding ?? name).lowercased().split { ".[]".contains($0) }
      .last?.filter { $0.isLetter || $0.isNumber } ?? ""
    return String(word.reversed().drop(while: \.isNumber).reversed())
  }

  /// What is shown of a secret by its name.
  mutating func shown(_ name: String, _ value: String) -> String {
    if value.isEmpty { return "" }
    let word = Self.plain(name)
    let hasBeginning = Self.givenOut.contains(word) || word.hasSuffix("token")
    return keep(value[...], as: hasBeginning ? beginning(value[...]) : Self.mark)
  }

  /// Takes note of a secret, and gives what is shown of it.
  private mutating func keep(_ secret: Substring, as shown: String) -> String {
    let secret = String(secret)
    if found[secret] != Self.mark { found[secret] = shown }
    return shown
  }

  private mutating func cookie(_ part: Substring) -> String {
    guard let equals = part.firstIndex(of: "=") else {
      return part.allSatisfy(\.isWhitespace) ? "" : Self.mark
    }
    let value = part[part.index(after: equals)...]
    return "\(part[...equals])\(keep(value, as: beginning(value)))"
  }

  /// The first characters of a token; the end of a signed one would be another at each run.
  func beginning(_ token: Substring) -> String {
    // What is shortened already.
    if token.hasSuffix(Self.mark), token.count < 9 { return String(token) }
    let name = drawnNames(String(token))
    if name == "<uuid>" { return name }
    let quoted = token.hasPrefix("\"")
    return token.count < 8 ? Self.mark : token.prefix(quoted ? 7 : 6) + Self.mark
  }
}
