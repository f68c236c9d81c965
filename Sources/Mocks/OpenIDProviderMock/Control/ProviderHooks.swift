public import HTTPServer
public import JSON

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
  var answer: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
}

extension OpenIDProvider {
  /// Sets a function that changes the claims of every token before it is signed.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - change: changes the claims in place; `nil` removes an earlier function.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func changeClaims(
    issuer path: String = "/", _ change: (@Sendable (TokenContext, inout JSONObject) -> Void)?
  ) async throws {
    try await state.change(path) { $0.hooks.claims = change }
  }

  /// Sets a function that changes every response: status, header and body of tokens, userinfo,
  /// introspection, revocation, redirects and all others.
  ///
  /// Injected faults are applied after the function.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - change: changes the response in place; `nil` removes an earlier function.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func changeAnswers(
    issuer path: String = "/",
    _ change: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
  ) async throws {
    try await state.change(path) { $0.hooks.answer = change }
  }

  /// Sets a function that chooses the fault of the response to each request.
  ///
  /// Injected faults take precedence over the function.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - choose: returns the fault, or `nil` for a correct response; `nil` removes an earlier function.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func chooseFaults(
    issuer path: String = "/", _ choose: (@Sendable (IncomingRequest) -> ResponseFault?)?
  ) async throws {
    try await state.change(path) { $0.hooks.fault = choose }
  }
}
