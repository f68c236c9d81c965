import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation

/// The gateway's client of one identity provider: discovery, keys, tokens (auth/oidc.go).
actor IdentityProviderClient {
  nonisolated let provider: OIDCConfiguration.Provider
  nonisolated let isDefault: Bool
  /// Whether it is the only one; 2.8 then uses it for every bearer token.
  nonisolated let isOnly: Bool
  nonisolated let profile: Profile
  private let clock: any WallClock
  private let http: IdentityHTTP

  private var callbackURL: String?
  private var metadata: ProviderMetadata?
  private var keys: JSONWebKeySet?
  /// The error of discovery; in 1.5 it remains until the process ends.
  private var failure: IdentityError?
  /// Whether the provider requires the client's credentials in the form (2.8 detects that).
  private var putsCredentialsInForm = false

  init(
    _ provider: OIDCConfiguration.Provider, isDefault: Bool, isOnly: Bool, profile: Profile,
    clock: any WallClock, http: IdentityHTTP
  ) {
    self.provider = provider
    self.isDefault = isDefault
    self.isOnly = isOnly
    self.profile = profile
    self.clock = clock
    self.http = http
    callbackURL = provider.callbackURL.map { isDefault ? $0 : Self.naming(provider.name, in: $0) }
  }

  /// Returns an address with `provider=` appended, by which the callback identifies the provider.
  private static func naming(_ provider: String, in address: String) -> String {
    "\(address)\(address.contains("?") ? "&" : "?")provider=\(FormFields.escape(provider))"
  }

  /// Prepares on first use: stores the callback address of that request, and discovers the
  /// provider's metadata (`GetClient`).
  ///
  /// - Parameter requestAddress: the address of the callback by the request's `Host`.
  func prepare(requestAddress: String) async throws(IdentityError) -> ProviderMetadata {
    if callbackURL == nil {
      let isNamed = profile == .v2_8 && !isDefault
      callbackURL = isNamed ? Self.naming(provider.name, in: requestAddress) : requestAddress
    }
    if let metadata { return metadata }
    if let failure, profile == .v1_5 { throw failure }
    do throws(IdentityError) {
      let found = try await discover()
      metadata = found
      return found
    } catch {
      failure = error
      throw error
    }
  }

  private func discover() async throws(IdentityError) -> ProviderMetadata {
    let base = provider.issuer.hasSuffix("/") ? String(provider.issuer.dropLast()) : provider.issuer
    let address = provider.discoveryURL ?? base + "/.well-known/openid-configuration"
    let response = try await http.get(address)
    guard response.isSuccess, let object = response.object else {
      throw IdentityError(description: "discovery returned status \(response.status)")
    }
    let isLenient = provider.discoveryURL != nil || provider.disablesMetadataValidation
    return try ProviderMetadata(
      object, issuer: isLenient && profile == .v1_5 ? nil : provider.issuer,
      isStrict: profile == .v1_5 && !isLenient)
  }

  // MARK: Code flow

  /// Returns the address to send the user to (`AuthCodeURL`): its own parameters, then the
  /// request's, sorted.
  func authorizationAddress(
    _ metadata: ProviderMetadata, state: String?, isOffline: Bool
  ) -> String {
    var parameters = [
      (name: "client_id", value: provider.clientID),
      (name: "redirect_uri", value: callbackURL ?? ""), (name: "response_type", value: "code"),
      (name: "scope", value: provider.scope.joined(separator: " ")),
    ]
    if let state { parameters.append((name: "state", value: state)) }
    if isOffline {
      parameters += [(name: "access_type", value: "offline"), (name: "prompt", value: "consent")]
    }
    parameters.sort { $0.name < $1.name }
    let address = metadata.authorizationEndpoint
    return address + (address.contains("?") ? "&" : "?") + FormFields.encode(parameters)
  }

  /// The tokens in a response of a token endpoint.
  struct Tokens: Sendable {
    var id: String?
    var access: String?
    var refresh: String?
    var type: String?
    var expiresIn: Int?
  }

  /// An error of a token endpoint, with its error code if it sent one (RFC 6749 5.2).
  struct TokenFailure: Error {
    var error: String?
    var description: String
  }

  /// Exchanges a code or a refresh token.
  func tokens(
    _ metadata: ProviderMetadata, grant: (type: String, parameter: String, value: String)
  ) async throws(TokenFailure) -> Tokens {
    var form = [
      (name: "grant_type", value: grant.type), (name: grant.parameter, value: grant.value),
      (name: "redirect_uri", value: callbackURL ?? ""),
    ]
    if profile == .v1_5 {
      form += [
        (name: "client_id", value: provider.clientID),
        (name: "scope", value: provider.scope.joined(separator: " ")),
      ]
    }
    let response = try await ask(metadata.tokenEndpoint, form: form)
    guard response.isSuccess, let object = response.object, object["error"] == nil else {
      let text = String(decoding: response.body.prefix(500), as: UTF8.self)
      throw TokenFailure(
        error: response.object?["error"]?.string,
        description: response.object?["error_description"]?.string
          ?? (response.object?["error"] == nil ? "unrecognized response \(text)" : ""))
    }
    return Tokens(
      id: object["id_token"]?.string, access: object["access_token"]?.string,
      refresh: object["refresh_token"]?.string, type: object["token_type"]?.string,
      expiresIn: object["expires_in"]?.integer
        ?? object["expires_in"]?.string.flatMap { Int($0) })
  }

  /// Sends a token request with Basic credentials; 2.8 tries again with the credentials in the
  /// form.
  private func ask(
    _ address: String, form: [(name: String, value: String)]
  ) async throws(TokenFailure) -> TransportResponse {
    let secret = provider.validationKey ?? ""
    let inForm =
      form + [
        (name: "client_id", value: provider.clientID), (name: "client_secret", value: secret),
      ]
    do {
      if putsCredentialsInForm { return try await http.post(inForm, to: address, as: nil) }
      let response = try await http.post(form, to: address, as: (provider.clientID, secret))
      if response.isSuccess || profile == .v1_5 { return response }
      let second = try await http.post(inForm, to: address, as: nil)
      putsCredentialsInForm = second.isSuccess
      return second.isSuccess ? second : response
    } catch {
      throw TokenFailure(error: nil, description: error.description)
    }
  }

  // MARK: ID tokens

  /// Returns the identity of a token received from the provider: validates only the claims.
  func identity(trusting text: String) throws -> IdentityClaims {
    try IdentityClaims(
      JSONWebToken(decoding: text), for: provider, profile: profile, now: clock.now)
  }

  /// Returns the identity of a token received from a client: validates signature and claims.
  func identity(
    verifying token: JSONWebToken, metadata: ProviderMetadata
  ) async throws -> IdentityClaims {
    let algorithms: Set<SigningAlgorithm> =
      profile == .v1_5 || metadata.algorithms.isEmpty ? [.rs256] : metadata.algorithms
    if let keys {
      do {
        try token.verify(with: keys, allowing: algorithms)
        return try IdentityClaims(token, for: provider, profile: profile, now: clock.now)
      } catch JOSEError.unknownKey, JOSEError.signatureMismatch {
        // The provider may have new keys.
      }
    }
    let response = try await http.get(metadata.keySetAddress)
    guard response.isSuccess, let object = response.object else {
      throw IdentityError(description: "no key set: status \(response.status)")
    }
    let fetched = try JSONWebKeySet(json: .object(object))
    keys = fetched
    try token.verify(with: fetched, allowing: algorithms)
    return try IdentityClaims(token, for: provider, profile: profile, now: clock.now)
  }
}
