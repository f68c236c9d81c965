public import DocgenHTTPServer
public import DocgenJSON

extension OpenIDProvider {
  /// Sets a function that changes the claims of every token before it is signed.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - change: changes the claims in place; `nil` removes an earlier function.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func changeClaims(
    issuer path: String = "/", change: (@Sendable (TokenContext, inout JSONObject) -> Void)?
  ) async throws {
    try await state.withIssuer(at: path) { $0.hooks.claims = change }
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
  public func changeResponses(
    issuer path: String = "/",
    change: (@Sendable (IncomingRequest, inout HTTPResponse) -> Void)?
  ) async throws {
    try await state.withIssuer(at: path) { $0.hooks.response = change }
  }

  /// Sets a function that chooses the fault of the response to each request.
  ///
  /// Injected faults take precedence over the function.
  ///
  /// - Parameters:
  ///   - path: the issuer.
  ///   - choose: returns the fault, or `nil` for a correct response; `nil` removes an earlier
  ///     function.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func chooseFaults(
    issuer path: String = "/", choose: (@Sendable (IncomingRequest) -> ResponseFault?)?
  ) async throws {
    try await state.withIssuer(at: path) { $0.hooks.fault = choose }
  }
}
