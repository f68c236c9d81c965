import Foundation

/// Takes secrets out of what is logged: a few characters are left, to tell one from another.
enum Redaction {
  /// The beginning of a secret: four characters, but never more than a quarter of it.
  static func shortened(_ secret: some StringProtocol) -> String {
    secret.isEmpty ? "" : secret.prefix(min(4, secret.count / 4)) + "…"
  }

  /// Names of parameters, of forms and queries, and of JSON members whose values are secret.
  private static let secrets: Set = [
    "access_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
    "id_token", "id_token_hint", "one_time_session_id", "password", "refresh_token", "session_id",
    "state", "token", "validation_key",
  ]

  /// A path and query without secrets: those of the query, and session ids in the path.
  static func target(_ target: String) -> String {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parts = halves[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.lastIndex(of: "_session"), index + 1 < parts.count {
      parts[index + 1] = shortened(parts[index + 1])
    }
    let path = parts.joined(separator: "/")
    return halves.count == 1 ? path : "\(path)?\(form(halves[1]))"
  }

  /// The fields of a query or a form.
  private static func form(_ text: some StringProtocol) -> String {
    let pairs = text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      guard secrets.contains(name.lowercased()) else { return String(pair) }
      return "\(name)=\(shortened(pair.dropFirst(name.count + 1)))"
    }
    return pairs.joined(separator: "&")
  }

  /// The value of a header field.
  static func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization":
      let scheme = value.prefix { $0 != " " }
      return "\(scheme) \(shortened(value.dropFirst(scheme.count + 1)))"
    case "cookie":
      return value.split(separator: ";").map { cookie(String($0)) }.joined(separator: ";")
    case "set-cookie":
      let pair = value.prefix { $0 != ";" }
      return cookie(String(pair)) + value.dropFirst(pair.count)
    case "location", "referer": return token(target(value))
    default: return token(parameters(value))
    }
  }

  private static func cookie(_ pair: String) -> String {
    let name = pair.prefix { $0 != "=" }
    return "\(name)=\(shortened(pair.dropFirst(name.count + 1)))"
  }

  /// A body, as far as it is text.
  static func body(_ bytes: [UInt8], type: String?) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isForm = type?.hasPrefix("application/x-www-form-urlencoded") ?? false
    return token(isForm ? form(text) : members(parameters(text)))
  }

  /// Members of JSON with secret names, also where the text is cut off within the value.
  private static func members(_ text: String) -> String {
    let pattern = /"([A-Za-z_]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)/
    return text.replacing(pattern) { match in
      let value = secrets.contains(match.1.lowercased()) ? shortened(match.3) : String(match.3)
      return "\"\(match.1)\"\(match.2)\"\(value)"
    }
  }

  /// Parameters of addresses within other text.
  private static func parameters(_ text: String) -> String {
    guard text.contains("=") else { return text }
    return text.replacing(/([?&])([a-z_]+)=([^&"'\s<>]*)/) { match in
      let value = secrets.contains(String(match.2)) ? shortened(match.3) : String(match.3)
      return "\(match.1)\(match.2)=\(value)"
    }
  }

  /// Signed tokens wherever they stand.
  private static func token(_ text: String) -> String {
    guard text.contains("eyJ") else { return text }
    return text.replacing(/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*)?/) {
      shortened($0.0)
    }
  }
}
