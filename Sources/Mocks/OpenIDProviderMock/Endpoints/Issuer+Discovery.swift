import DocgenJOSE
import DocgenJSON

extension Issuer {
  /// The provider's metadata (OpenID Connect Discovery 1.0 section 3, RFC 8414, RFC 9207 3).
  var metadata: JSONObject {
    var metadata: JSONObject = ["issuer": .string(url)]
    for (name, endpoint) in Self.metadataNames {
      guard configuration.paths[endpoint] != nil else { continue }
      if endpoint == .registration, !configuration.allowsRegistration { continue }
      metadata[name] = .string(address(of: endpoint))
    }
    for (name, value) in capabilities.members { metadata[name] = value }
    if configuration.paths[.endSession] != nil {
      for name in ["frontchannel_logout", "backchannel_logout"] {
        metadata[name + "_supported"] = true
        metadata[name + "_session_supported"] = true
      }
    }
    if !configuration.acrValues.isEmpty {
      metadata["acr_values_supported"] = .strings(configuration.acrValues)
    }
    return metadata
  }

  private static let metadataNames: KeyValuePairs<String, Endpoint> = [
    "authorization_endpoint": .authorization, "token_endpoint": .token,
    "userinfo_endpoint": .userInfo, "jwks_uri": .keys,
    "device_authorization_endpoint": .deviceAuthorization,
    "introspection_endpoint": .introspection, "revocation_endpoint": .revocation,
    "pushed_authorization_request_endpoint": .pushedRequest,
    "end_session_endpoint": .endSession, "registration_endpoint": .registration,
  ]

  private var capabilities: JSONObject {
    [
      "scopes_supported": .strings(supportedScopes),
      "response_types_supported": .strings(ResponseType.supported.map(\.description)),
      "response_modes_supported": .strings(ResponseMode.allCases.map(\.rawValue)),
      "grant_types_supported": .strings(
        ClientRegistration.GrantType.allCases.map(\.rawValue)),
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": .strings(
        SigningAlgorithm.allCases.map(\.rawValue)),
      "token_endpoint_auth_methods_supported": .strings(
        ClientRegistration.AuthenticationMethod.allCases.map(\.rawValue)),
      "token_endpoint_auth_signing_alg_values_supported": .strings(
        SigningAlgorithm.allCases.map(\.rawValue) + ["HS256"]),
      "claims_supported": .strings(supportedClaims),
      "code_challenge_methods_supported": configuration.allowsPlainPKCE
        ? ["S256", "plain"] : ["S256"],
      "claims_parameter_supported": true,
      "request_parameter_supported": false,
      // Omitting it would mean true (Discovery 3).
      "request_uri_parameter_supported": false,
      "authorization_response_iss_parameter_supported": .bool(
        configuration.sendsIssuerInResponses),
    ]
  }

  private var supportedScopes: [String] {
    configuration.knownScopes.filter {
      $0 != "offline_access" || configuration.offlineAccess != .accessType
    }
  }

  private var supportedClaims: [String] {
    var names = [
      "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "c_hash",
    ]
    if !configuration.acrValues.isEmpty { names += ["acr", "amr"] }
    if configuration.namesAuthorizedParty { names.append("azp") }
    names += StandardScope.claims.flatMap(\.names)
    for name in configuration.users.flatMap(\.claims.keys) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
