import DocgenJSON

extension SelfIssuedRequest {
  /// Parses the request in the link itself, of OpenID Connect Core 7 or of Self-Issued OP v2.
  init(plain link: SelfIssuedLink) throws(SelfIssuedError) {
    let parameters = link.parameters
    shape = link.isSecondVersion ? .secondVersion : .core
    guard let client = parameters["client_id"] else {
      throw .shown("the parameter 'client_id' is missing")
    }
    // Core 7.2: the client id is the redirect URI, so the client is the server at that address.
    let prefix = "redirect_uri:"
    clientID = client
    redirectURI = client.hasPrefix(prefix) ? String(client.dropFirst(prefix.count)) : client
    if let problem = RedirectURI.problem(of: redirectURI) { throw .shown(problem) }
    if let named = parameters["redirect_uri"], named != redirectURI {
      throw .shown("'redirect_uri' is not the client, which is its own redirect URI")
    }
    state = parameters["state"]
    nonce = parameters["nonce"] ?? ""
    scopes = parameters.words("scope")
    isCrossDevice = shape == .secondVersion && parameters["response_mode"] == "post"
    if parameters.has("request") {
      throw refusal("request_not_supported", reason: "the parameter 'request' is not supported")
    }
    guard parameters["response_type"] == "id_token" else {
      throw refusal("unsupported_response_type", reason: "a phone returns only 'id_token'")
    }
    guard scopes.contains("openid") else {
      throw refusal("invalid_scope", reason: "the scope 'openid' is missing")
    }
    guard !nonce.isEmpty else {
      throw refusal("invalid_request", reason: "the parameter 'nonce' is missing")
    }
    if let text = parameters["claims"] {
      guard let claims = ClaimsRequest(text) else {
        throw refusal("invalid_request", reason: "'claims' is not an object of objects in JSON")
      }
      claimNames = claims.idToken
    }
    applicationName = Self.metadata(parameters)?["client_name"]?.string
    guard shape == .secondVersion else { return }
    guard let syntax = Self.subjectSyntax(parameters) else {
      throw refusal(
        "subject_syntax_types_not_supported",
        reason: "the client understands neither thumbprints nor did:jwk")
    }
    subjectSyntax = syntax
  }

  /// Returns the client's metadata: `registration` in Core 7.2.1, `client_metadata` in later
  /// versions.
  private static func metadata(_ parameters: Parameters) -> JSONObject? {
    guard let text = parameters["client_metadata"] ?? parameters["registration"] else { return nil }
    return (try? JSONParser.parse(text))?.object
  }

  /// Returns the first syntax that both sides support; a thumbprint for a client that names none.
  private static func subjectSyntax(_ parameters: Parameters) -> SubjectSyntax? {
    guard let named = metadata(parameters)?["subject_syntax_types_supported"]?.array else {
      return .thumbprint
    }
    return named.lazy.compactMap { $0.string.flatMap(SubjectSyntax.init) }.first
  }
}
