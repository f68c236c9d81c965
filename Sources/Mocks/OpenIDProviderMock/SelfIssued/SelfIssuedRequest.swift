/// What a client asks of a phone, and may have of it: what the app shows before it answers.
public struct SelfIssuedRequest: Sendable, Equatable {
  /// The three shapes that requests and answers have had.
  public enum Shape: Sendable, Equatable {
    /// The first of all: `openid://?request_uri=…`, where the client is the server that shows the
    /// file, and userinfo comes as a token.
    case byReference
    /// OpenID Connect Core 7: `iss` is `https://self-issued.me`, and `sub` the key's thumbprint.
    case core
    /// Self-Issued OpenID Provider v2: `iss` and `sub` are the same, a thumbprint's URN or a DID.
    case secondVersion
  }

  /// How the subject is written (Self-Issued OP v2, `subject_syntax_types_supported`).
  public enum SubjectSyntax: String, Sendable, CaseIterable {
    /// `urn:ietf:params:oauth:jwk-thumbprint:sha-256:…` (RFC 9278).
    case thumbprint = "urn:ietf:params:oauth:jwk-thumbprint"
    /// `did:jwk:…`, which holds the key itself.
    case didJWK = "did:jwk"
  }

  /// The shape.
  public var shape: Shape
  /// Who asks: an address whose server has proved its name, or the redirect URI itself.
  public var clientID: String
  /// Where the answer goes.
  public var redirectURI: String
  /// Echoed in the ID token.
  public var nonce: String
  /// Echoed beside the tokens.
  public var state: String?
  /// The scopes, which choose the claims.
  public var scopes: [String]
  /// What the client calls itself; not proved by anything.
  public var applicationName: String?
  /// Whether the answer is posted by the phone, because the browser is on another device.
  public var isCrossDevice = false
  /// How the subject is written, in the second version.
  public var subjectSyntax = SubjectSyntax.thumbprint
  /// Claims asked for by name in the `claims` parameter.
  public var claimNames: [String] = []
}
