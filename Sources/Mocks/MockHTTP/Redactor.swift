import DocgenJSON
import Foundation

/// Removes secrets from HTTP messages, and values that clients generate for each run, so that
/// transcripts and logs can be published and are the same on every run.
///
/// Protocols define where secrets are: in header fields, parameters of a query or a form, members
/// of JSON, the path after `_session`. Signed tokens are removed wherever they are.
public enum Redactor {
  /// The text that replaces what is removed.
  static let mark = "…"

  /// Parameters that a client generates or a person types (RFC 6749 section 4.1.1, RFC 7636, RFC
  /// 8628 section 3.2, OpenID Connect Core 1.0 section 3.1.2.1), in lower case and without `_` and
  /// `-`.
  private static let generated: Set = [
    "codechallenge", "codeverifier", "nonce", "state", "usercode",
  ]
  /// Parameters that a server issues; the first characters of a value are shown to distinguish
  /// values.
  private static let issued: Set = [
    "assertion", "clientassertion", "code", "devicecode", "idtokenhint",
    "onetimesessionid", "sessionid", "syncgatewaysession", "transaction",
  ]
  /// Those that are secret in a document too, where `code` and `state` may be anything.
  private static let documented: Set = [
    "clientassertion", "devicecode", "onetimesessionid", "sessionid", "usercode",
  ]
  /// Endings of names that only secrets have.
  private static let endings = [
    "accesskey", "apikey", "passcode", "passphrase", "passwd", "password", "privatekey", "secret",
    "secretkey", "token", "validationkey",
  ]

  /// Returns the value of a header field without secrets.
  public static func field(_ name: String, value: String) -> String {
    switch name.lowercased() {
    case "authorization":
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return mark }
      // Basic credentials are a password; the first characters of a token reveal nothing.
      let isToken = parts[0].lowercased() == "bearer"
      return "\(parts[0]) \(isToken ? beginning(parts[1]) : mark)"
    case "cookie":
      return value.split(separator: ";", omittingEmptySubsequences: false).map(cookie)
        .joined(separator: ";")
    case "set-cookie":
      let pair = value.prefix { $0 != ";" }
      return cookie(pair) + value.dropFirst(pair.count)
    case "content-type":
      return generatedNames(value.replacing(/(boundary=)("[^"]*"|[^;]*)/) { "\($0.1)\(mark)" })
    case "location", "referer", "origin", "host": return target(value)
    case "www-authenticate":
      // The parameters of this field are quoted strings; one of them may be an address.
      return value.split(separator: "\"", omittingEmptySubsequences: false)
        .map { target(String($0)) }.joined(separator: "\"")
    default: return generatedNames(value)
    }
  }

  /// Returns a request target or an address without secrets.
  public static func target(_ text: String) -> String {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.lastIndex(of: "_session"), index + 1 < parts.count {
      parts[index + 1] = beginning(parts[index + 1][...])
    }
    let rest = text[path.endIndex...]
    return generatedNames(
      parts.joined(separator: "/") + rest.prefix(1)
        + parameters(rest.dropFirst(), isForm: true, isSecret: isSecretParameter))
  }

  /// Returns the content of a media type, or its beginning, without secrets.
  public static func body(_ text: String, type: String) -> String {
    if let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" {
      // By default curl sends JSON with the media type of a form.
      guard let value = try? JSONParser.parse(Array(text.utf8)) else {
        return generatedNames(members(text))
      }
      let shown = json(value)
      return generatedNames(shown == value ? text : shown.serialized())
    }
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    return generatedNames(
      parameters(text[...], isForm: isForm, isSecret: isForm ? isSecretParameter : isSecretMember))
  }

  private static func json(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(json))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { name, value in
            guard isSecretMember(name), let text = value.string else { return (name, json(value)) }
            return (name, .string(shown(name, value: text[...])))
          }))
    // JSON within a string, or an address.
    case .string(let text) where text.contains("="), .string(let text) where text.contains("{"):
      .string(body(text, type: "text/plain"))
    default: value
    }
  }

  /// Redacts secret members of JSON that is truncated or can't be parsed.
  private static func members(_ text: String) -> String {
    text.replacing(/"([A-Za-z_-]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)/) { match in
      let value =
        isSecretMember(String(match.1)) ? shown(String(match.1), value: match.3) : "\(match.3)"
      return "\"\(match.1)\"\(match.2)\"\(value)"
    }
  }

  private static func isSecretParameter(_ name: String) -> Bool {
    generated.contains(name) || issued.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  private static func isSecretMember(_ name: String) -> Bool {
    let name = normalized(name[...])
    return documented.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  static func normalized(_ name: Substring) -> String {
    (name.removingPercentEncoding ?? String(name)).lowercased().filter {
      $0.isLetter || $0.isNumber
    }
  }

  /// Returns what replaces a secret in the output.
  static func shown(_ name: String, value: Substring) -> String {
    if value.isEmpty { return "" }
    let name = normalized(name[...])
    return issued.contains(name) || name.hasSuffix("token") ? beginning(value) : mark
  }

  private static func cookie(_ pair: Substring) -> String {
    let name = pair.prefix { $0 != "=" }
    return name.count == pair.count ? mark : "\(name)=\(beginning(pair.dropFirst(name.count + 1)))"
  }

  /// The first six characters of a token that has at least twelve.
  ///
  /// Its end isn't shown: it would differ on every run.
  private static func beginning(_ token: Substring) -> String {
    let name = generatedNames(String(token))
    if token.isEmpty || name == "<uuid>" { return name }
    return token.count < 12 ? mark : token.prefix(token.hasPrefix("\"") ? 7 : 6) + mark
  }

  /// Removes what differs on every run: UUIDs, digests in the names of checkpoints, signed tokens,
  /// and passwords in addresses.
  static func generatedNames(_ text: String) -> String {
    var text = text
    if text.contains("@") || text.contains("%40") {
      // RFC 3986 section 3.2.1.
      text.replace(/(:\/\/[^\/\s:@"]*:)[^\/\s@"]+@/) { "\($0.1)\(mark)@" }
    }
    if text.contains("eyJ") {
      // RFC 7519 section 3.1.
      text.replace(/(eyJ[A-Za-z0-9_-]{3})[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/) {
        "\($0.1)\(mark)"
      }
    }
    if text.contains("_local") {
      text.replace(/(_local(?:\/|%2F)(?:[A-Za-z]{1,16}-)?)[0-9a-fA-F]{32,64}/) { "\($0.1)<digest>" }
    }
    guard text.utf8.count >= 36, text.utf8.contains(UInt8(ascii: "-")) else { return text }
    // RFC 9562 section 4.
    return text.replacing(/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) { _ in "<uuid>" }
  }
}
