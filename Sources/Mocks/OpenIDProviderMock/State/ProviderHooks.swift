import DocgenHTTPServer
import DocgenJSON

/// The token that a hook may change before it is signed.
public struct TokenContext: Sendable, Equatable {
  /// The two kinds of signed tokens.
  public enum Kind: Sendable, Equatable {
    /// An ID token.
    case idToken
    /// An access token in the form of RFC 9068.
    case accessToken
  }

  /// The kind of token.
  public let kind: Kind
  /// The client that the token is for.
  public let clientID: String
  /// The user that the token is about; `nil` when the client acts for itself.
  public let username: String?
}

/// The request that a hook receives, including secrets and tokens.
public struct IncomingRequest: Sendable {
  /// The endpoint.
  public let endpoint: Endpoint
  /// The method.
  public let method: String
  /// The parameters of query and form; of repeated names the first.
  public let parameters: [String: String]
}

extension IncomingRequest {
  init(_ request: EndpointRequest, at endpoint: Endpoint) {
    let fields = request.query.fields + (request.form?.fields ?? [])
    self.init(
      endpoint: endpoint, method: request.method,
      parameters: Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first })
  }
}

/// The functions of a test that an issuer calls.
struct ProviderHooks: Sendable {
  var claims: (@Sendable (TokenContext, inout JSONObject) -> Void)?
  var fault: (@Sendable (IncomingRequest) -> ResponseFault?)?
  var response: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
}
