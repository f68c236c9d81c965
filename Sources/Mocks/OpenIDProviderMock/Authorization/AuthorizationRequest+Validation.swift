import DocgenJSON

extension AuthorizationRequest {
  /// Checks a request; the client and its redirect URI first, because later errors are sent there.
  init(
    checking parameters: Parameters, for issuer: IssuerConfiguration
  ) throws(AuthorizationRefusal) {
    let client: ClientRegistration
    let redirectURI: String
    do throws(OAuthError) {
      client = try Self.client(in: parameters, of: issuer)
      redirectURI = try Self.redirectURI(in: parameters, of: client)
    } catch {
      throw .page(error)
    }
    // From here on, errors can be reported to the client.
    var target = Target(
      client: client, redirectURI: redirectURI, mode: .query, sent: parameters)
    if !parameters.repeatedNames.contains("state") { target.state = parameters["state"] }
    if let type = parameters["response_type"].flatMap({ ResponseType($0) }) {
      target.mode = (try? Self.responseMode(in: parameters, for: type)) ?? type.defaultMode
    }
    do throws(OAuthError) {
      try parameters.refuseRepeated()
      let type = try Self.responseType(in: parameters, of: client)
      target.mode = try Self.responseMode(in: parameters, for: type)
      try Self.refuseUnsupported(parameters)
      var allowances: [String] = []
      self.client = client
      self.target = target
      responseType = type
      nonce = try Self.nonce(in: parameters, for: type)
      codeChallenge = try Self.codeChallenge(
        in: parameters, for: type, of: client, issuer: issuer, allowances: &allowances)
      let prompts = try Self.prompts(in: parameters)
      self.prompts = prompts
      maximumAge = try Self.maximumAge(in: parameters)
      loginHint = parameters["login_hint"]
      idTokenHint = parameters["id_token_hint"]
      claims = try Self.claims(in: parameters)
      acrValues = parameters.words("acr_values")
      resources = try parameters.resources()
      hostedDomain = issuer.flavour == .google ? parameters["hd"] : nil
      var scopes = try Self.scopes(in: parameters, of: issuer, for: type, allowances: &allowances)
      wantsOfflineAccess = try issuer.offlineAccess.isAsked(
        by: parameters, of: client, prompts: prompts, scopes: &scopes, allowances: &allowances)
      self.scopes = scopes
      self.allowances = allowances
      self.parameters = ClaimTemplate.parameters(parameters, of: client)
    } catch {
      throw .redirect(error, target)
    }
  }

  private static func client(
    in parameters: Parameters, of issuer: IssuerConfiguration
  ) throws(OAuthError) -> ClientRegistration {
    let repeated = parameters.repeatedNames
    for name in ["client_id", "redirect_uri"] where repeated.contains(name) {
      throw OAuthError(.invalidRequest, description: "the parameter '\(name)' is repeated")
    }
    let id = try parameters.required("client_id")
    guard let client = issuer.clients.named(id) else {
      let known = quoted(issuer.clients.map(\.clientID))
      throw OAuthError(
        .invalidRequest, description: "no client '\(id)' is registered here; registered: \(known)")
    }
    return client
  }

  private static func redirectURI(
    in parameters: Parameters, of client: ClientRegistration
  ) throws(OAuthError) -> String {
    let uri = try parameters.required("redirect_uri")
    guard client.redirectURIs.contains(where: { RedirectURI.matches(uri, registered: $0) }) else {
      throw OAuthError(
        .invalidRequest,
        description: "'redirect_uri' is not one of those registered for '\(client.clientID)': "
          + quoted(client.redirectURIs))
    }
    return uri
  }

  /// Returns the first few of some texts, each in quotes.
  private static func quoted(_ texts: [String]) -> String {
    let shown = texts.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return texts.isEmpty ? "none" : texts.count > 5 ? "\(shown), ..." : shown
  }

  private static func responseType(
    in parameters: Parameters, of client: ClientRegistration
  ) throws(OAuthError) -> ResponseType {
    let text = try parameters.required("response_type")
    guard let type = ResponseType(text) else {
      throw OAuthError(
        .unsupportedResponseType, description: "the response type '\(text)' is not known here")
    }
    guard client.responseTypes.contains(type) else {
      throw OAuthError(
        .unauthorizedClient,
        description: "'\(client.clientID)' is not registered for response type '\(type)'")
    }
    return type
  }

  private static func responseMode(
    in parameters: Parameters, for type: ResponseType
  ) throws(OAuthError) -> ResponseMode {
    guard let text = parameters["response_mode"] else { return type.defaultMode }
    guard let mode = ResponseMode(rawValue: text) else {
      throw OAuthError(
        .invalidRequest, description: "the response mode '\(text)' is not known here")
    }
    if mode == .query, !type.fitsIntoQuery {
      throw OAuthError(
        .invalidRequest, description: "tokens are not sent in a query; use 'fragment'")
    }
    return mode
  }

  /// OpenID Connect Core 3.1.2.6.
  private static func refuseUnsupported(_ parameters: Parameters) throws(OAuthError) {
    for (name, code) in [
      ("request", OAuthError.Code.requestNotSupported),
      ("request_uri", .requestURINotSupported), ("registration", .registrationNotSupported),
    ] where parameters.has(name) {
      throw OAuthError(code, description: "the parameter '\(name)' is not supported")
    }
  }

  private static func scopes(
    in parameters: Parameters, of issuer: IssuerConfiguration, for type: ResponseType,
    allowances: inout [String]
  ) throws(OAuthError) -> [String] {
    let asked = parameters.words("scope")
    let known = issuer.knownScopes
    if let unknown = asked.first(where: { !known.contains($0) }) {
      if issuer.refusesUnknownScopes {
        throw OAuthError(.invalidScope, description: "the scope '\(unknown)' is not known here")
      }
      allowances.append("refuse_unknown_scopes")
    }
    if type.contains(.idToken), !asked.contains("openid") {
      throw OAuthError(.invalidScope, description: "an ID token needs the scope 'openid'")
    }
    return asked.filter(known.contains)
  }

  /// OpenID Connect Core 3.2.2.1: without a nonce, an ID token in a redirect could be replayed.
  private static func nonce(
    in parameters: Parameters, for type: ResponseType
  ) throws(OAuthError) -> String? {
    type.contains(.idToken) ? try parameters.required("nonce") : parameters["nonce"]
  }

  private static func codeChallenge(
    in parameters: Parameters, for type: ResponseType, of client: ClientRegistration,
    issuer: IssuerConfiguration, allowances: inout [String]
  ) throws(OAuthError) -> CodeChallenge? {
    guard let challenge = parameters["code_challenge"] else {
      if parameters.has("code_challenge_method") {
        throw OAuthError(
          .invalidRequest, description: "'code_challenge_method' needs 'code_challenge'")
      }
      guard type.contains(.code) else { return nil }
      switch issuer.requirePKCE {
      case .publicClients where !client.isPublic: return nil
      case .never:
        if client.isPublic { allowances.append("require_pkce") }
        return nil
      case .always, .publicClients:
        throw OAuthError(.invalidRequest, description: "the parameter 'code_challenge' is missing")
      }
    }
    // Without a method it is 'plain' (RFC 7636 4.3), which protects no client.
    let method = parameters["code_challenge_method"] ?? "plain"
    let isPlain = method == "plain" && issuer.allowsPlainPKCE
    guard method == "S256" || isPlain else {
      throw OAuthError(.invalidRequest, description: "'code_challenge_method' must be S256")
    }
    guard CodeVerifier.isWellFormed(challenge) else {
      throw OAuthError(
        .invalidRequest, description: "'code_challenge' is not 43 to 128 unreserved characters")
    }
    if isPlain { allowances.append("allow_plain_pkce") }
    return type.contains(.code) ? CodeChallenge(value: challenge, isPlain: isPlain) : nil
  }

  private static func prompts(in parameters: Parameters) throws(OAuthError) -> Set<Prompt> {
    var prompts: Set<Prompt> = []
    for word in parameters.words("prompt") {
      guard let prompt = Prompt(rawValue: word) else {
        throw OAuthError(.invalidRequest, description: "the prompt '\(word)' is not known here")
      }
      prompts.insert(prompt)
    }
    if prompts.contains(.none), prompts.count > 1 {
      throw OAuthError(.invalidRequest, description: "the prompt 'none' excludes all others")
    }
    return prompts
  }

  private static func maximumAge(in parameters: Parameters) throws(OAuthError) -> Int? {
    guard let text = parameters["max_age"] else { return nil }
    guard let seconds = Int(text), seconds >= 0 else {
      throw OAuthError(.invalidRequest, description: "'max_age' is not a number of seconds")
    }
    return seconds
  }

  private static func claims(in parameters: Parameters) throws(OAuthError) -> ClaimsRequest {
    guard let text = parameters["claims"] else { return ClaimsRequest() }
    guard let claims = ClaimsRequest(text) else {
      throw OAuthError(.invalidRequest, description: "'claims' is not an object of objects in JSON")
    }
    return claims
  }
}
