import DocgenJOSE
import DocgenJSON

/// A provider's metadata from discovery (OpenID Connect Discovery 3).
struct ProviderMetadata: Sendable {
  var authorizationEndpoint: String
  var tokenEndpoint: String
  var keySetAddress: String
  /// The signature algorithms of the provider's ID tokens that this mock supports.
  var algorithms: Set<SigningAlgorithm>

  /// Parses metadata.
  ///
  /// - Parameters:
  ///   - object: the document.
  ///   - issuer: the expected issuer; `nil` accepts any.
  ///   - isStrict: whether all members that the specification requires must be present.
  init(_ object: JSONObject, issuer: String?, isStrict: Bool) throws(IdentityError) {
    let found = object["issuer"]?.string ?? ""
    if let issuer, found != issuer {
      throw IdentityError(
        description: "oidc: issuer did not match the issuer returned by provider, expected "
          + "\"\(issuer)\" got \"\(found)\"")
    }
    if isStrict {
      let required = [
        "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported",
        "subject_types_supported", "id_token_signing_alg_values_supported",
      ]
      if let missing = required.first(where: { object[$0] == nil }) {
        throw IdentityError(description: "missing required field \(missing)")
      }
    }
    authorizationEndpoint = object["authorization_endpoint"]?.string ?? ""
    tokenEndpoint = object["token_endpoint"]?.string ?? ""
    keySetAddress = object["jwks_uri"]?.string ?? ""
    let names = object["id_token_signing_alg_values_supported"]?.array ?? []
    algorithms = Set(names.compactMap { $0.string.flatMap(SigningAlgorithm.init(rawValue:)) })
  }
}
