import DocgenClocks
import DocgenHashing
import DocgenJOSE
import Foundation

/// An authorization request: its URL, and the values that the response must match.
struct AuthorizationRequest: Sendable, Equatable {
  /// The random values of one login.
  struct Secrets: Sendable, Equatable {
    /// `state`, which ties the response to this login.
    var state: String
    /// `nonce`, which ties the ID token to this login.
    var nonce: String
    /// The code verifier of PKCE (RFC 7636 4.1).
    var codeVerifier: String

    /// Creates new values, 256 bits each.
    init(random: RandomSource) {
      state = Base64URL.encode(random.bytes(32))
      nonce = Base64URL.encode(random.bytes(32))
      codeVerifier = Base64URL.encode(random.bytes(32))
    }
  }

  /// The URL of the login page, with all parameters.
  let url: URL
  /// The URL that the response goes to.
  let redirectURI: URL
  let secrets: Secrets
  let metadata: ProviderMetadata
  let responseType: ResponseType
  let responseMode: ResponseMode
  let usesOpenID: Bool

  /// Creates the request of a client to a provider.
  ///
  /// - Throws: `ClientError.configuration` when the response type is empty or needs an endpoint
  ///   that the provider doesn't have.
  init(
    _ settings: ClientSettings, at metadata: ProviderMetadata, secrets: Secrets
  ) throws(ClientError) {
    let type = settings.responseType
    if type.isEmpty { throw .configuration("the response type is empty") }
    if type.contains(.code), metadata.tokenEndpoint == nil {
      throw .configuration("the provider has no token endpoint, so the code can't be exchanged")
    }
    if settings.responseMode == .query, type != .code {
      throw .configuration("tokens never travel in a query; leave 'responseMode' out")
    }
    if settings.usesOpenID, settings.idTokenChecks == .full {
      if metadata.issuer == nil || metadata.keysEndpoint == nil {
        throw .configuration(ProviderMetadata.cannotValidate)
      }
    }
    var pairs: [(name: String, value: String)] = [
      ("response_type", type.description), ("client_id", settings.clientID),
      ("redirect_uri", settings.redirectURI.absoluteString),
    ]
    if !settings.scope.isEmpty { pairs.append(("scope", settings.scope.joined(separator: " "))) }
    pairs.append(("state", secrets.state))
    if settings.usesOpenID { pairs.append(("nonce", secrets.nonce)) }
    if type.contains(.code) {
      let challenge = Digest.sha256.hash(secrets.codeVerifier.utf8)
      pairs.append(("code_challenge", Base64URL.encode(challenge)))
      pairs.append(("code_challenge_method", "S256"))
    }
    if let mode = settings.responseMode { pairs.append(("response_mode", mode.rawValue)) }
    let names = Set(pairs.map(\.name)).union(["response_mode", "nonce", "scope"])
    for (name, value) in settings.parameters.sorted(by: { $0.key < $1.key })
    where !names.contains(name) {
      pairs.append((name, value))
    }
    guard let url = metadata.authorizationEndpoint.adding(FormParameters(pairs)) else {
      throw .configuration("the authorization endpoint's address takes no parameters")
    }
    self.url = url
    redirectURI = settings.redirectURI
    self.secrets = secrets
    self.metadata = metadata
    responseType = type
    responseMode = settings.effectiveMode
    usesOpenID = settings.usesOpenID
  }
}

extension URL {
  /// Returns the URL with parameters appended to its query, and without its fragment.
  func adding(_ parameters: FormParameters) -> URL? {
    let text = absoluteString.prefix { $0 != "#" }
    let separator =
      text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
    return URL(string: text + separator + parameters.encoded)
  }
}
