import HTTPServer
import JSON

/// Claims with `${name}` in their text, which stands for a parameter of the request.
enum ClaimTemplate {
  /// What no claim may be made of.
  private static let secrets: Set<String> = [
    "client_secret", "password", "code", "code_verifier", "refresh_token", "assertion",
    "client_assertion", "subject_token", "actor_token", "id_token_hint", "user_code",
    "device_code",
  ]

  /// The parameters that claims may be made of; of equal names the first.
  static func parameters(
    _ parameters: Parameters, of client: ClientRegistration
  ) -> [String: String] {
    var named = Dictionary(
      parameters.fields.filter { !secrets.contains($0.name) }.map { ($0.name, $0.value) }
    ) { first, _ in first }
    // It may have come in a header.
    named["client_id"] = client.clientID
    return named
  }

  /// Claims with all names filled in; one that was not sent stays as it is written.
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
  /// The members of both, those of the other in place of equal ones.
  func merged(with other: JSONObject) -> JSONObject {
    var merged = self
    for (name, value) in other.members { merged[name] = value }
    return merged
  }
}

extension Issuer {
  /// The claims that a request's parameters bring along, and others in their place.
  func mapped(_ parameters: [String: String], and overrides: JSONObject = [:]) -> JSONObject {
    let mapping = configuration.claimMappings.first { $0.fits(parameters) }
    let claims = ClaimTemplate.fill(mapping?.claims ?? [:], from: parameters)
    return claims.merged(with: overrides)
  }

  func mapped(
    _ form: Parameters, of client: ClientRegistration, and overrides: JSONObject = [:]
  ) -> JSONObject {
    mapped(ClaimTemplate.parameters(form, of: client), and: overrides)
  }
}
