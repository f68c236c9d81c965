import Foundation
import JSON

/// Removes secrets from what is shown of an HTTP message, and what clients generate anew for each run,
/// so that a transcript or a log can be published and stays the same.
///
/// Secrets are found by the places that protocols give them: header fields, parameters of a query or a
/// form, members of JSON, the path after `_session`, and signed tokens wherever they are.
public enum Redactor {
  /// Stands for what is removed.
  static let mark = "…"

  /// Parameters that a client generates or a person types (RFC 6749 section 4.1.1, RFC 7636, RFC 8628
  /// section 3.2, OpenID Connect Core 1.0 section 3.1.2.1), in lower case and without `_` and `-`.
  private static let generated: Set = [
    "codechallenge", "codeverifier", "nonce", "state", "usercode",
  ]
  /// Parameters that a server issues: their first characters tell one from another.
  private static let issued: Set = [
    "assertion", "authreqid", "clientassertion", "code", "devicecode", "idtokenhint",
    "onetimesessionid", "sessionid", "syncgatewaysession", "transaction",
  ]
  /// Those that mean the same in a document, where `code` and `state` may be anything.
  private static let documented: Set = [
    "authreqid", "clientassertion", "devicecode", "onetimesessionid", "sessionid", "usercode",
  ]
  /// Endings of names that only a secret has.
  private static let endings = [
    "accesskey", "apikey", "passcode", "passphrase", "passwd", "password", "privatekey", "secret",
    "secretkey", "token", "validationkey",
  ]

  /// The value of a header field without secrets.
  public static func field(_ name: String, _ value: String) -> String {
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
      // Its parameters are quoted strings, one of which may be an address.
      return value.split(separator: "\"", omittingEmptySubsequences: false)
        .map { target(String($0)) }.joined(separator: "\"")
    default: return generatedNames(value)
    }
  }

  /// A request target or an address without secrets.
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

  /// Content of a media type, or its beginning, without secrets.
  public static func body(_ text: String, type: String) -> String {
    if let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" {
      // curl sends JSON as a form unless it is told otherwise.
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
            return (name, .string(shown(name, text[...])))
          }))
    // JSON within a string, or an address.
    case .string(let text) where text.contains("="), .string(let text) where text.contains("{"):
      .string(body(text, type: "text/plain"))
    default: value
    }
  }

  /// JSON that can't be parsed, or is cut off, without the values of secret members.
  private static func members(_ text: String) -> String {
    text.replacing(/"([A-Za-z_-]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)/) { match in
      let value = isSecretMember(String(match.1)) ? shown(String(match.1), match.3) : "\(match.3)"
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

  /// What is shown of a secret.
  static func shown(_ name: String, _ value: Substring) -> String {
    if value.isEmpty { return "" }
    let name = normalized(name[...])
    return issued.contains(name) || name.hasSuffix("token") ? beginning(value) : mark
  }

  private static func cookie(_ pair: Substring) -> String {
    let name = pair.prefix { $0 != "=" }
    return name.count == pair.count ? mark : "\(name)=\(beginning(pair.dropFirst(name.count + 1)))"
  }

  /// The first six characters of a token that has at least twice as many; its end would differ between runs.
  private static func beginning(_ token: Substring) -> String {
    let name = generatedNames(String(token))
    if token.isEmpty || name == "<uuid>" { return name }
    return token.count < 12 ? mark : token.prefix(token.hasPrefix("\"") ? 7 : 6) + mark
  }
}
