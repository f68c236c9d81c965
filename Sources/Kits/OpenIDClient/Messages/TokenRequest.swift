import DocgenHTTPClient
import Foundation

/// Requests to the endpoints that authenticate the client.
struct TokenRequest {
  let settings: ClientSettings

  /// Exchanges a code for tokens (RFC 6749 4.1.3, RFC 7636 4.5).
  func exchange(
    _ code: String, of request: AuthorizationRequest, at endpoint: URL
  ) -> TransportRequest {
    post(
      [
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", request.redirectURI.absoluteString),
        ("code_verifier", request.secrets.codeVerifier),
      ], to: endpoint)
  }

  /// Renews tokens (RFC 6749 6).
  func refresh(_ refreshToken: String, at endpoint: URL) -> TransportRequest {
    post([("grant_type", "refresh_token"), ("refresh_token", refreshToken)], to: endpoint)
  }

  /// Revokes a token (RFC 7009 2.1).
  func revoke(_ token: String, hint: String, at endpoint: URL) -> TransportRequest {
    post([("token", token), ("token_type_hint", hint)], to: endpoint)
  }

  private func post(_ pairs: [(name: String, value: String)], to url: URL) -> TransportRequest {
    var pairs = pairs
    var request = TransportRequest(
      method: "POST", url: url, timeout: settings.timeout, bodyLimit: 1 << 20)
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    request.headers["Accept"] = "application/json"
    switch settings.authentication {
    case .none: pairs.append(("client_id", settings.clientID))
    case .post(let secret):
      pairs += [("client_id", settings.clientID), ("client_secret", secret)]
    case .basic(let secret):
      // RFC 6749 2.3.1: both halves are form-encoded before they are joined.
      let text = FormParameters.escape(settings.clientID) + ":" + FormParameters.escape(secret)
      request.headers["Authorization"] = "Basic " + Data(text.utf8).base64EncodedString()
    }
    request.body = Array(FormParameters(pairs).encoded.utf8)
    return request
  }
}
