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
    "authorization", "codechallenge", "codeverifier", "cookie", "nonce", "otp", "otpcode", "pass",
    "pin", "pw", "pwd", "setcookie", "state", "userpass", "validationkey", "verificationcode",
  ]
  /// What a server gives out: the beginning tells one from another.
  private static let shortened: Set = [
    "assertion", "authcode", "authorizationcode", "authreqid", "clientassertion", "code",
    "devicecode",
    "idtokenhint", "jwt", "onetimesessionid", "sessionid", "sessionkey",
    "syncgatewaysession", "ticket", "transaction", "usercode",
  ]
  /// What a server may give out under a name that is an ordinary word as well: shortened if a machine has
  /// made it, a `code` in JSON alone.
  static let shortenedIfDrawn: Set = [
    "access", "auth", "bearer", "challenge", "code", "refresh", "session", "sid", "signature",
    "verifier",
  ]
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

  /// Whether a text is long and made by a machine, as an authorization code is; in JSON a `code` is often
  /// an error's.
  static func looksDrawn(_ text: String) -> Bool {
    DrawnWords.all(in: text).contains { word in word.utf8.contains { (0x30...0x39).contains($0) } }
  }

  static func isSecret(_ name: String) -> Bool {
    isSecret(plain: plain(name))
  }

  static func isSecret(plain word: String) -> Bool {
    isHidden(word) || shortened.contains(word) || isToken(word)
  }

  static func isHidden(_ word: String) -> Bool {
    hidden.contains(word) || namesSecret(word) && !isToken(word)
  }

  static func isToken(_ word: String) -> Bool {
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
  func beginning(_ token: Substring) -> String {
    // What is shortened already.
    if token.hasSuffix(Self.mark), token.count < 9 { return String(token) }
    let name = drawnNames(String(token))
    if name == "<uuid>" { return name }
    let quoted = token.hasPrefix("\"")
    return token.count < 8 ? Self.mark : token.prefix(quoted ? 7 : 6) + Self.mark
  }
}
