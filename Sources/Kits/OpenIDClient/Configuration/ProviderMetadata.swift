public import DocgenJSON
public import Foundation

/// A provider's endpoints (OpenID Connect Discovery 1.0 section 3, RFC 8414).
///
/// ```swift runnable
/// import Foundation
///
/// let provider = ProviderMetadata(
///   issuer: "https://op.example",
///   authorizationEndpoint: URL(string: "https://op.example/authorize")!,
///   tokenEndpoint: URL(string: "https://op.example/token")!)
/// print(provider.tokenEndpoint!.path())
/// ```
///
/// ```output
/// /token
/// ```
public struct ProviderMetadata: Sendable, Equatable {
  /// `issuer`, byte for byte equal to `iss`; `nil` for OAuth 2.0 servers without an issuer.
  public var issuer: String?
  /// `authorization_endpoint`.
  public var authorizationEndpoint: URL
  /// `token_endpoint`.
  public var tokenEndpoint: URL?
  /// `jwks_uri`, the keys that sign ID tokens.
  public var keysEndpoint: URL?
  /// `userinfo_endpoint`.
  public var userInfoEndpoint: URL?
  /// `revocation_endpoint` (RFC 7009).
  public var revocationEndpoint: URL?
  /// `end_session_endpoint` (OpenID Connect RP-Initiated Logout 1.0).
  public var endSessionEndpoint: URL?
  /// Whether every authorization response names its issuer (RFC 9207 3).
  public var namesIssuerInResponses: Bool

  /// Creates metadata from known endpoints.
  public init(
    issuer: String?, authorizationEndpoint: URL, tokenEndpoint: URL? = nil,
    keysEndpoint: URL? = nil, userInfoEndpoint: URL? = nil, revocationEndpoint: URL? = nil,
    endSessionEndpoint: URL? = nil, namesIssuerInResponses: Bool = false
  ) {
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.keysEndpoint = keysEndpoint
    self.userInfoEndpoint = userInfoEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.endSessionEndpoint = endSessionEndpoint
    self.namesIssuerInResponses = namesIssuerInResponses
  }

  /// Creates metadata from a discovery document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - issuer: the expected issuer; the document must name it byte for byte (section 4.3).
  /// - Throws: `ClientError.issuerMismatch`, or `.malformedResponse` for a missing endpoint.
  public init(document: JSONValue, of issuer: String) throws(ClientError) {
    guard let named = document["issuer"]?.string else {
      throw .malformedResponse(.discovery, "it has no 'issuer'")
    }
    guard named == issuer else { throw .issuerMismatch(expected: issuer, found: named) }
    guard let authorization = Self.url("authorization_endpoint", in: document) else {
      throw .malformedResponse(.discovery, "it has no 'authorization_endpoint'")
    }
    self.init(
      issuer: issuer, authorizationEndpoint: authorization,
      tokenEndpoint: Self.url("token_endpoint", in: document),
      keysEndpoint: Self.url("jwks_uri", in: document),
      userInfoEndpoint: Self.url("userinfo_endpoint", in: document),
      revocationEndpoint: Self.url("revocation_endpoint", in: document),
      endSessionEndpoint: Self.url("end_session_endpoint", in: document),
      namesIssuerInResponses: document["authorization_response_iss_parameter_supported"]?.bool
        ?? false)
    if let name = insecureEndpoint {
      throw .malformedResponse(.discovery, "its '\(name)' is not an https address")
    }
  }

  /// Why ID tokens can't be validated without an issuer and keys.
  static let cannotValidate =
    "to validate ID tokens, the provider's metadata needs an issuer and the endpoint of its keys"

  /// The first endpoint to which the client would send secrets unprotected; `nil` if there is none.
  ///
  /// Requests use `https`; only a provider on this machine may do without.
  var insecureEndpoint: String? {
    let endpoints = [
      ("authorization_endpoint", authorizationEndpoint), ("token_endpoint", tokenEndpoint),
      ("jwks_uri", keysEndpoint), ("userinfo_endpoint", userInfoEndpoint),
      ("revocation_endpoint", revocationEndpoint), ("end_session_endpoint", endSessionEndpoint),
    ]
    let isOnThisMachine = issuer.map { !$0.lowercased().hasPrefix("https:") } ?? true
    return endpoints.first { _, url in
      guard let url else { return false }
      return !url.isHTTPS && !(isOnThisMachine && url.isLoopbackHTTP)
    }?.0
  }

  private static func url(_ key: String, in document: JSONValue) -> URL? {
    document[key]?.string.flatMap { URL(string: $0) }.flatMap { $0.scheme == nil ? nil : $0 }
  }
}

/// The source of a provider's endpoints.
public enum ProviderSource: Sendable, Equatable {
  /// The app provides the metadata.
  case known(ProviderMetadata)
  /// The client fetches the metadata from the issuer's URL (OpenID Connect Discovery 1.0 section
  /// 4); the issuer is compared byte for byte.
  case discovered(issuer: String)

  /// The issuer, or without one the authorization endpoint; known without a request.
  var issuer: String {
    switch self {
    case .known(let metadata): metadata.issuer ?? metadata.authorizationEndpoint.absoluteString
    case .discovered(let issuer): issuer
    }
  }
}

extension URL {
  /// Whether requests to this address are encrypted.
  var isHTTPS: Bool { scheme?.lowercased() == "https" }

  /// Whether requests to this address are in clear but never leave this machine.
  var isLoopbackHTTP: Bool {
    guard scheme?.lowercased() == "http", let host = host()?.lowercased() else { return false }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    let isIPv4 = octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
    return isIPv4 || ["localhost", "::1", "[::1]"].contains(host)
  }
}
