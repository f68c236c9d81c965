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

  init?(_ value: ConfigurationValue, flavour: Flavour = .standard) {
    guard let section = value.section("a client", keys: Self.keys + Self.ownKeys),
      let clientID = section.required("client_id")
    else { return nil }
    let secret = section["client_secret"]?.string()
    let redirectURIs = Self.addresses(section["redirect_uris"])
    let methodValue = section["token_endpoint_auth_method"]
    let method: AuthenticationMethod? = methodValue?.word()
    let keys = section["jwks"].flatMap { Self.keySet($0) }
    if method == .privateKeyJWT, keys == nil {
      methodValue?.report("'private_key_jwt' needs 'jwks'")
    }
    if let method, [.basic, .post, .secretJWT].contains(method), secret == nil {
      methodValue?.report("'\(method.rawValue)' needs 'client_secret'")
    }
    let grants: [GrantType]? = section["grant_types"]?.words()
    // A client that only acts for itself, or a device, receives no redirect.
    let usualTypes: [ResponseType] =
      grants.map { $0.contains(.authorizationCode) } ?? true ? [.code] : []
    let types = section["response_types"].map { Self.responseTypes($0) } ?? usualTypes
    self.init(
      clientID: clientID, clientSecret: secret, redirectURIs: redirectURIs, responseTypes: types,
      grantTypes: grants,
      authenticationMethods: method.map { [$0] },
      idTokenAlgorithm: section["id_token_signed_response_alg"]?.word() ?? .rs256,
      postLogoutRedirectURIs: Self.addresses(section["post_logout_redirect_uris"]),
      keys: keys)
    name = section["client_name"]?.string()
    logoURI = section["logo_uri"]?.string()
    if let logoURI, WebOrigin(logoURI) == nil || RedirectURI.problem(of: logoURI) != nil {
      section["logo_uri"]?.report("'logo_uri' must be an http or https address")
    }
    if flavour == .google { self = withGoogleRedirects }
    if self.redirectURIs.isEmpty, !types.isEmpty, section.lacks("redirect_uris") {
      section.report("a client needs 'redirect_uris', at least one")
    }
    let claims = section["claims"]?.section()
    self.claims = claims?.object ?? [:]
    for key in self.claims.keys where User.protocolClaims.contains(key) || key == "sub" {
      claims?[key]?.reportAtKey("the claim '\(key)' is the provider's, not the client's")
    }
    additionalAudiences = section["further_audiences"]?.strings() ?? []
    accessTokenFormat = section["access_tokens"]?.word()
    backChannelLogoutURI = section["backchannel_logout_uri"]?.string()
    frontChannelLogoutURI = section["frontchannel_logout_uri"]?.string()
    for key in ["backchannel_logout_uri", "frontchannel_logout_uri"] {
      guard let value = section[key], let uri = value.json.string, !uri.isEmpty,
        !isAtRedirectOrigin(uri)
      else { continue }
      value.report("'\(key)' must have the scheme, host and port of one of the 'redirect_uris'")
    }
    lifetimes = section["lifetimes"].flatMap { Lifetimes($0) }
  }

  private static func keySet(_ value: ConfigurationValue) -> JSONWebKeySet? {
    do throws(JOSEError) {
      let keys = try JSONWebKeySet(json: value.json)
      if let problem = keys.ignored.first { throw problem }
      return keys
    } catch {
      value.report("'jwks' cannot be used: \(error)")
      return nil
    }
  }

  private static func addresses(_ value: ConfigurationValue?) -> [String] {
    let texts = value?.texts() ?? []
    for (element, uri) in texts {
      if let problem = RedirectURI.problem(of: uri) { element.report(problem) }
    }
    return texts.map(\.text)
  }

  private static func responseTypes(_ value: ConfigurationValue) -> [ResponseType] {
    value.texts().compactMap { element, text in
      if let type = ResponseType(text) { return type }
      let known = ResponseType.supported.map(\.description)
      element.report(
        "unknown response type '\(text)'; \(ConfigurationValue.hint(for: text, among: known))")
      return nil
    }
  }
}
