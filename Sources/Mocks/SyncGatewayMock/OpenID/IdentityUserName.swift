import Foundation
import HTTPServer
import JSON

/// How users that sign in through a provider are called (auth/oidc.go).
enum IdentityUserName {
  /// The first part of the names of a provider's users: the configured one, else host and path of
  /// the issuer, escaped, else the provider's name.
  static func prefix(of provider: OIDCConfiguration.Provider) -> String {
    if let prefix = provider.userPrefix { return prefix }
    guard let issuer = URLComponents(string: provider.issuer),
      issuer.scheme != nil || provider.issuer.hasPrefix("/")
    else { return provider.name }
    let port = issuer.port.map { ":\($0)" } ?? ""
    return FormFields.escape((issuer.host ?? "") + port + issuer.path)
  }

  /// The name of an identity: prefix, `_`, escaped subject; or, in 2.8, a claim of choice.
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
    default:
      throw GatewayError.internalError("oidc: specified claim \"\(claim)\" not found in id_token")
    }
    let escaped = FormFields.escape(value)
    return provider.userPrefix.map { "\($0)_\(escaped)" } ?? escaped
  }
}
