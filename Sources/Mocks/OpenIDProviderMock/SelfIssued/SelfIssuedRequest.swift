/// Within this module; the client kit has a request of that name too.
typealias SelfIssuedRequest = SelfIssuedProvider.Request

extension SelfIssuedProvider {
  /// A client's request to a phone, validated as far as possible; the app shows it before it
  /// responds.
  public struct Request: Sendable, Equatable {
    /// The three versions of requests and responses.
    public enum Shape: Sendable, Equatable {
      /// The first version: `openid://?request_uri=…`. The client is the server of the file, and
      /// userinfo is returned as a token.
      case byReference
      /// OpenID Connect Core 7: `iss` is `https://self-issued.me`, and `sub` the key's thumbprint.
      case core
      /// Self-Issued OpenID Provider v2: `iss` and `sub` are equal, a thumbprint's URN or a DID.
      case secondVersion
    }

    /// The syntax of the subject (Self-Issued OP v2, `subject_syntax_types_supported`).
    public enum SubjectSyntax: String, Sendable, CaseIterable {
      /// `urn:ietf:params:oauth:jwk-thumbprint:sha-256:…` (RFC 9278).
      case thumbprint = "urn:ietf:params:oauth:jwk-thumbprint"
      /// `did:jwk:…`, which contains the key.
      case didJWK = "did:jwk"
    }

    /// The version.
    public var shape: Shape
    /// The client: an address whose server has proved its name, or the redirect URI itself.
    public var clientID: String
    /// The address that receives the response.
    public var redirectURI: String
    /// The value to echo in the ID token.
    public var nonce: String
    /// The value to echo next to the tokens.
    public var state: String?
    /// The scopes, which select the claims.
    public var scopes: [String]
    /// The client's name for itself, which nothing proves.
    public var applicationName: String?
    /// Whether the phone posts the response, because the browser is on another device.
    public var isCrossDevice = false
    /// The syntax of the subject, in the second version.
    public var subjectSyntax = SubjectSyntax.thumbprint
    /// The claims requested by name in the `claims` parameter.
    public var claimNames: [String] = []
  }
}
