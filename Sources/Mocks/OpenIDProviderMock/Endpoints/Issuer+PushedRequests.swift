import DocgenJSON

extension Issuer {
  private static let pushedRequestPrefix = "urn:ietf:params:oauth:request_uri:"
  private static let pushedRequestLifetime = 60

  /// `/par` (RFC 9126 2): checks a request as `/authorize` would, and stores it for one use.
  mutating func push(_ request: EndpointRequest) throws(OAuthError) -> EndpointResponse {
    let (client, form) = try authenticated(request)
    if form.has("request_uri") {
      throw OAuthError(.invalidRequest, description: "a pushed request refers to no other")
    }
    var parameters = form.setting("client_id", to: client.clientID)
    for name in ["client_secret", "client_assertion", "client_assertion_type"] {
      parameters = parameters.setting(name, to: nil)
    }
    do throws(AuthorizationRefusal) {
      _ = try AuthorizationRequest(checking: parameters, for: configuration)
    } catch {
      throw error.reason
    }
    let uri = Self.pushedRequestPrefix + opaqueValue()
    pushedRequests.dropExpired(at: now) { $0.expires }
    pushedRequests[uri] = PushedRequest(
      parameters: parameters, clientID: client.clientID, expires: now + Self.pushedRequestLifetime)
    return .unstored(
      ["request_uri": .string(uri), "expires_in": .integer(Self.pushedRequestLifetime)],
      status: 201)
  }

  /// Returns the pushed request that parameters refer to; the parameters themselves if they refer
  /// to none (RFC 9126 4).
  func pushedParameters(_ sent: Parameters) throws(AuthorizationRefusal) -> Parameters {
    guard let uri = sent["request_uri"], uri.hasPrefix(Self.pushedRequestPrefix) else {
      return sent
    }
    guard let pushed = pushedRequests[uri], now < pushed.expires,
      pushed.clientID.isExactly(sent["client_id"])
    else {
      throw .page(
        OAuthError(
          .invalidRequestURI, description: "the pushed request is unknown, used or another client's"
        ))
    }
    return pushed.parameters
  }

  /// Removes the pushed request that parameters refer to, so that it isn't used again; while the
  /// user hesitates, it stays for the rest of the same request.
  mutating func forgetPushed(_ sent: Parameters, during pause: EndpointResponse.Pause?) {
    guard let uri = sent["request_uri"] else { return }
    if let pause {
      pushedRequests[uri]?.expires += pause.seconds
    } else {
      pushedRequests[uri] = nil
    }
  }
}

extension AuthorizationRefusal {
  /// The error, wherever it is reported.
  fileprivate var reason: OAuthError {
    switch self {
    case .page(let error), .redirect(let error, _): error
    }
  }
}
