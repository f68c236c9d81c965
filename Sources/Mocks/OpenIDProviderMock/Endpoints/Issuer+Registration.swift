import DocgenClocks
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenMockHTTP

extension Issuer {
  /// `/register` (OpenID Connect Dynamic Client Registration 1.0 section 3, RFC 7591).
  mutating func register(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    guard configuration.allowsRegistration else {
      return .unstored(
        OAuthError(.accessDenied, description: "this issuer registers no clients").json, status: 403
      )
    }
    let client = try newClient(request.body)
    try provideKeys(for: client)
    configuration.clients.append(client)
    return .unstored(description(of: client), status: 201)
  }

  private mutating func provideKeys(for client: ClientRegistration) throws(OAuthError) {
    do throws(JOSEError) {
      try keys.provide(client.idTokenAlgorithm)
    } catch {
      throw OAuthError(.serverError, description: "a key cannot be made: \(error)")
    }
  }

  private func newClient(_ body: [UInt8]) throws(OAuthError) -> ClientRegistration {
    guard let text = String(validating: body, as: UTF8.self),
      let (value, positions) = try? JSONParser.parseWithPositions(text), let sent = value.object
    else {
      throw OAuthError(.invalidClientMetadata, description: "the body is not an object in JSON")
    }
    // Unknown metadata is ignored (2); the issuer generates id and secret.
    var metadata = JSONObject(
      sent.members.filter { ClientRegistration.keys.contains($0.key) && $0.value != .null })
    metadata["client_id"] = .string(opaqueValue())
    let isPublic = metadata["token_endpoint_auth_method"] == "none"
    metadata["client_secret"] = isPublic ? nil : .string(opaqueValue())
    try Self.checkAddresses(metadata)
    let problems = ConfigurationProblems(positions: positions)
    let client = ClientRegistration(ConfigurationValue(.object(metadata), problems: problems))
    guard let client, problems.all.isEmpty else {
      throw OAuthError(
        .invalidClientMetadata,
        description: problems.all.first?.message ?? "the metadata cannot be used")
    }
    return client
  }

  /// Checks the addresses, for which there is a separate error code (3.3).
  private static func checkAddresses(_ metadata: JSONObject) throws(OAuthError) {
    let addresses = metadata["redirect_uris"]?.array ?? []
    if addresses.isEmpty, metadata["response_types"] != [] {
      throw OAuthError(.invalidRedirectURI, description: "'redirect_uris' names no address")
    }
    for address in addresses {
      guard let text = address.string else {
        throw OAuthError(.invalidRedirectURI, description: "a redirect URI is a string")
      }
      if let problem = RedirectURI.problem(of: text) {
        throw OAuthError(.invalidRedirectURI, description: problem)
      }
    }
  }

  /// Returns what was registered, including defaults (3.2).
  private func description(of client: ClientRegistration) -> JSONObject {
    var description: JSONObject = [
      "client_id": .string(client.clientID), "client_id_issued_at": .integer(now),
      "redirect_uris": .strings(client.redirectURIs),
      "response_types": .strings(client.responseTypes.map(\.description)),
      "grant_types": .strings(client.grantTypes.map(\.rawValue)),
      "token_endpoint_auth_method": .string(
        (client.authenticationMethods.first ?? .none).rawValue),
      "id_token_signed_response_alg": .string(client.idTokenAlgorithm.rawValue),
    ]
    if !client.postLogoutRedirectURIs.isEmpty {
      description["post_logout_redirect_uris"] = .strings(client.postLogoutRedirectURIs)
    }
    description["client_name"] = client.name.map { .string($0) }
    description["logo_uri"] = client.logoURI.map { .string($0) }
    if let secret = client.clientSecret {
      description["client_secret"] = .string(secret)
      // Zero means never (3.2).
      description["client_secret_expires_at"] = 0
    }
    return description
  }
}
