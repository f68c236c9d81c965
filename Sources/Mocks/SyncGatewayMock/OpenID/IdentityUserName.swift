import DocgenHTTPServer
import DocgenJSON
import Foundation

/// The names of users who log in through a provider (auth/oidc.go).
enum IdentityUserName {
  /// Returns the prefix of the names of a provider's users: the configured one, otherwise host and
  /// path of the issuer, escaped, otherwise the provider's name.
  static func prefix(of provider: OIDCConfiguration.Provider) -> String {
    if let prefix = provider.userPrefix { return prefix }
    guard let issuer = URLComponents(string: provider.issuer),
      issuer.scheme != nil || provider.issuer.hasPrefix("/")
    else { return provider.name }
    let port = issuer.port.map { ":\($0)" } ?? ""
    return FormFields.escape((issuer.host ?? "") + port + issuer.path)
  }

  /// Returns the name of an identity: prefix, `_`, escaped subject; or, in 2.8, a configured claim.
  static func make(
    _ claims: IdentityClaims, of provider: OIDCConfiguration.Provider
  ) throws -> String {
    guard let claim = provider.usernameClaim else {
      return "\(prefix(of: provider))_\(FormFields.escape(claims.subject))"
    }
    let value: String
    switch claims.all[claim] {
    case .string(let text) where !text.isEmpty: value = text
    case .integer(let number): value = String(number)
    case .double(let number): value = JSONValue.double(number).serialized()
    case nil, .string:
      throw IdentityError(
        description: "oidc: specified claim \"\(claim)\" not found in id_token")
    case .some(let other):
      throw IdentityError(
        description: "oidc: can't treat value of type: \(goType(of: other)) as valid username")
    }
    let escaped = FormFields.escape(value)
    return provider.userPrefix.map { "\($0)_\(escaped)" } ?? escaped
  }

  /// Returns the name of the type that Go decodes a JSON value to, if it is no name of a user.
  private static func goType(of value: JSONValue) -> String {
    switch value {
    case .null: "<nil>"
    case .bool: "bool"
    case .array: "[]interface {}"
    case .object: "map[string]interface {}"
    case .integer, .double, .string: "string"
    }
  }
}
