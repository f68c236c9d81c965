public import HTTPServer
public import JSON

/// What a hook is told about a token that is about to be signed.
public struct TokenContext: Sendable, Equatable {
  /// The two kinds of signed tokens.
  public enum Kind: Sendable, Equatable {
    /// An ID token.
    case idToken
    /// An access token in the form of RFC 9068.
    case accessToken
  }

  /// Which of the two it is.
  public let kind: Kind
  /// The client it is for.
  public let clientID: String
  /// The user it is about; `nil` when the client acts for itself.
  public let username: String?
}

/// What a hook is told about a request, secrets and tokens included.
public struct IncomingRequest: Sendable {
  /// The endpoint.
  public let endpoint: Endpoint
  /// The method.
  public let method: String
  /// The parameters of query and form; of equal names the first.
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

/// The functions of a test's own that an issuer asks.
struct ProviderHooks: Sendable {
  var claims: (@Sendable (TokenContext, inout JSONObject) -> Void)?
  var fault: (@Sendable (IncomingRequest) -> AnswerFault?)?
  var answer: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
}

extension OpenIDProvider {
  /// Lets a function of one's own change the claims of every token before it is signed.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - change: changes claims in place; `nil` takes an earlier one away.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func changeClaims(
    issuer path: String = "/", _ change: (@Sendable (TokenContext, inout JSONObject) -> Void)?
  ) async throws {
    try await state.change(path) { $0.hooks.claims = change }
  }

  /// Lets a function of one's own change every answer: status, header and body of tokens, userinfo,
  /// introspection, revocation, redirects, anything.
  ///
  /// Faults that have been injected come last.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - change: changes the answer in place; `nil` takes an earlier one away.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func changeAnswers(
    issuer path: String = "/",
    _ change: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
  ) async throws {
    try await state.change(path) { $0.hooks.answer = change }
  }

  /// Lets a function of one's own say for every request what is wrong with its answer.
  ///
  /// Faults that have been injected come first.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - choose: gives the fault, or `nil` for a right answer; `nil` takes an earlier one away.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func chooseFaults(
    issuer path: String = "/", _ choose: (@Sendable (IncomingRequest) -> AnswerFault?)?
  ) async throws {
    try await state.change(path) { $0.hooks.fault = choose }
  }
}
