import DocgenGround
import DocgenJOSE
import DocgenJSON

extension ClientRegistration {
  static let keys = [
    "client_id", "client_secret", "redirect_uris", "response_types", "grant_types",
    "token_endpoint_auth_method", "id_token_signed_response_alg", "post_logout_redirect_uris",
    "jwks", "client_name", "logo_uri",
  ]
  /// Keys that only the configuration may have, not a client that registers itself.
  private static let ownKeys = [
    "claims", "further_audiences", "lifetimes", "access_tokens",
    "backchannel_logout_uri", "frontchannel_logout_uri",
  ]

  init?(
    _ value: JSONValue, at path: [String], flavour: Flavour = .standard,
    with reader: inout ConfigurationReader
  ) {
    let known = Self.keys + Self.ownKeys
    guard let object = reader.object(value, named: "a client", at: path, keys: known),
      let clientID = reader.requiredString("client_id", in: object, named: "a client", at: path)
    else { return nil }
    let secret = reader.string("client_secret", in: object, at: path)
    let redirectURIs = Self.addresses("redirect_uris", in: object, at: path, with: &reader)
    let method: AuthenticationMethod? = reader.word(
      "token_endpoint_auth_method", in: object, at: path)
    let keys = Self.keySet(in: object, at: path, with: &reader)
    if method == .privateKeyJWT, keys == nil {
      reader.report(
        "'private_key_jwt' needs 'jwks'", atValue: path + ["token_endpoint_auth_method"])
    }
    if let method, [.basic, .post, .secretJWT].contains(method), secret == nil {
      reader.report(
        "'\(method.rawValue)' needs 'client_secret'", atValue: path + ["token_endpoint_auth_method"]
      )
    }
    let grants: [GrantType]? = reader.words("grant_types", in: object, at: path)
    let types = Self.responseTypes(in: object, at: path, grants: grants, with: &reader)
    self.init(
      clientID: clientID, clientSecret: secret, redirectURIs: redirectURIs, responseTypes: types,
      grantTypes: grants,
      authenticationMethods: method.map { [$0] },
      idTokenAlgorithm: reader.word("id_token_signed_response_alg", in: object, at: path)
        ?? .rs256,
      postLogoutRedirectURIs: Self.addresses(
        "post_logout_redirect_uris", in: object, at: path, with: &reader),
      keys: keys)
    name = reader.string("client_name", in: object, at: path)
    logoURI = reader.string("logo_uri", in: object, at: path)
    if let logoURI, WebOrigin(logoURI) == nil || RedirectURI.problem(of: logoURI) != nil {
      reader.report("'logo_uri' must be an http or https address", atValue: path + ["logo_uri"])
    }
    if flavour == .google { self = withGoogleRedirects }
    if self.redirectURIs.isEmpty, !types.isEmpty {
      reader.report("a client needs 'redirect_uris', at least one", atValue: path)
    }
    if let value = object["claims"] {
      claims = reader.object(value, named: "'claims'", at: path + ["claims"]) ?? [:]
    }
    for key in claims.keys where User.protocolClaims.contains(key) || key == "sub" {
      reader.report(
        "the claim '\(key)' is the provider's, not the client's", atKey: path + ["claims", key])
    }
    additionalAudiences = reader.strings("further_audiences", in: object, at: path) ?? []
    accessTokenFormat = reader.word("access_tokens", in: object, at: path)
    backChannelLogoutURI = reader.string("backchannel_logout_uri", in: object, at: path)
    frontChannelLogoutURI = reader.string("frontchannel_logout_uri", in: object, at: path)
    for key in ["backchannel_logout_uri", "frontchannel_logout_uri"] {
      guard let uri = object[key]?.string, !uri.isEmpty, !isAtRedirectOrigin(uri) else { continue }
      reader.report(
        "'\(key)' must have the scheme, host and port of one of the 'redirect_uris'",
        atValue: path + [key])
    }
    if let value = object["lifetimes"] {
      lifetimes = Lifetimes(value, at: path + ["lifetimes"], with: &reader)
    }
  }

  private static func keySet(
    in object: JSONObject, at path: [String], with reader: inout ConfigurationReader
  ) -> JSONWebKeySet? {
    guard let value = object["jwks"] else { return nil }
    do throws(JOSEError) {
      let keys = try JSONWebKeySet(json: value)
      if let problem = keys.ignored.first { throw problem }
      return keys
    } catch {
      reader.report("'jwks' cannot be used: \(error)", atValue: path + ["jwks"])
      return nil
    }
  }

  private static func addresses(
    _ key: String, in object: JSONObject, at path: [String],
    with reader: inout ConfigurationReader
  ) -> [String] {
    let addresses = reader.strings(key, in: object, at: path) ?? []
    for (index, uri) in addresses.enumerated() {
      if let problem = RedirectURI.problem(of: uri) {
        reader.report(problem, atValue: path + [key, String(index)])
      }
    }
    return addresses
  }

  private static func responseTypes(
    in object: JSONObject, at path: [String], grants: [GrantType]?,
    with reader: inout ConfigurationReader
  ) -> [ResponseType] {
    guard let texts = reader.strings("response_types", in: object, at: path) else {
      // A client that only acts for itself, or a device, receives no redirect.
      return grants.map { $0.contains(.authorizationCode) } ?? true ? [.code] : []
    }
    return texts.enumerated().compactMap { index, text in
      if let type = ResponseType(text) { return type }
      let known = ResponseType.supported.map(\.description)
      let near = Suggestion.nearest(to: text, among: known)
      let hint =
        near.map { "did you mean '\($0)'?" }
        ?? "known are \(known.map { "'\($0)'" }.joined(separator: ", "))"
      reader.report(
        "unknown response type '\(text)'; \(hint)",
        atValue: path + ["response_types", String(index)])
      return nil
    }
  }
}
