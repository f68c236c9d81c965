import DocgenHTTPServer
import DocgenJSON

/// Claims whose text contains `${name}`, which is replaced with a parameter of the request.
enum ClaimTemplate {
  /// Parameters that claims can't contain.
  private static let secrets: Set<String> = [
    "client_secret", "password", "code", "code_verifier", "refresh_token", "assertion",
    "client_assertion", "subject_token", "actor_token", "id_token_hint", "user_code",
    "device_code",
  ]

  /// Returns the parameters that claims can contain; of repeated names the first.
  static func parameters(
    _ parameters: Parameters, of client: ClientRegistration
  ) -> [String: String] {
    var named = Dictionary(
      parameters.fields.filter { !secrets.contains($0.name) }.map { ($0.name, $0.value) }
    ) { first, _ in first }
    // The client may have sent its id in a header.
    named["client_id"] = client.clientID
    return named
  }

  /// Replaces all names in claims; a name without a parameter is left as written.
  static func fill(_ claims: JSONObject, from parameters: [String: String]) -> JSONObject {
    JSONObject(claims.members.map { (key: $0.key, value: fill($0.value, from: parameters)) })
  }

  private static func fill(_ value: JSONValue, from parameters: [String: String]) -> JSONValue {
    switch value {
    case .string(let text) where text.contains("${"):
      .string(
        text.replacing(/\$\{([\w.-]+)\}/) { match in
          parameters[String(match.output.1)] ?? String(match.output.0)
        })
    case .array(let values): .array(values.map { fill($0, from: parameters) })
    case .object(let object): .object(fill(object, from: parameters))
    default: value
    }
  }
}

extension JSONObject {
  /// Returns the members of both objects; the other's replace those of the same name.
  func merged(with other: JSONObject) -> JSONObject {
    var merged = self
    for (name, value) in other.members { merged[name] = value }
    return merged
  }
}
