import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation

/// Client authentication at the token endpoint (RFC 6749 2.3, OpenID Connect Core 9).
enum ClientAuthentication {
  /// RFC 7523 2.2.
  static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// Returns the authenticated client; if it sent an assertion, the caller must still validate
  /// that.
  static func client(
    of request: EndpointRequest, form: Parameters, among clients: [ClientRegistration]
  ) throws(OAuthError) -> ClientRegistration {
    let claim = try claim(of: request, form: form)
    guard let client = clients.named(claim.id) else {
      throw OAuthError(.invalidClient, description: "no client of this name is registered here")
    }
    guard client.authenticationMethods.contains(claim.method) else {
      throw OAuthError(
        .invalidClient, description: "the client is not registered for '\(claim.method.rawValue)'")
    }
    guard
      [.none, .privateKeyJWT, .secretJWT].contains(claim.method)
        || client.clientSecret?.isExactly(claim.secret) ?? (claim.secret == nil)
    else {
      throw OAuthError(.invalidClient, description: "the client's secret is wrong")
    }
    return client
  }

  private struct Claim {
    let method: ClientRegistration.AuthenticationMethod
    let id: String
    var secret: String?
  }

  private static func claim(
    of request: EndpointRequest, form: Parameters
  ) throws(OAuthError) -> Claim {
    let hasHeader = request.headers["Authorization"] != nil
    let ways = [hasHeader, form.has("client_secret"), form.has("client_assertion")]
    if ways.count(where: { $0 }) > 1 {
      throw OAuthError(.invalidRequest, description: "the client authenticates in two ways at once")
    }
    if let assertion = form["client_assertion"] {
      return try self.assertion(assertion, form: form)
    }
    guard hasHeader else {
      guard let id = form["client_id"] else {
        throw OAuthError(.invalidClient, description: "the client does not say who it is")
      }
      let secret = form["client_secret"]
      return Claim(method: secret == nil ? .none : .post, id: id, secret: secret)
    }
    let claim = try basic(request.credentials(scheme: "Basic"))
    // The body may repeat the client's id, but not name another client.
    if let id = form["client_id"], !id.isExactly(claim.id) {
      throw OAuthError(.invalidRequest, description: "'client_id' is not the client of the header")
    }
    return claim
  }

  /// Returns the client that an assertion names; its signature is verified once the keys are known.
  private static func assertion(_ text: String, form: Parameters) throws(OAuthError) -> Claim {
    guard form["client_assertion_type"] == assertionType else {
      throw OAuthError(
        .invalidRequest, description: "'client_assertion_type' is not '\(assertionType)'")
    }
    guard let token = try? JSONWebToken(decoding: text), let id = token.claims["sub"]?.string,
      id.isExactly(form["client_id"] ?? id)
    else { throw OAuthError(.invalidClient, description: "the client's assertion is not readable") }
    return Claim(method: ClientAssertion.method(of: token), id: id)
  }

  /// RFC 6749 2.3.1: both parts are form-encoded before they are joined.
  private static func basic(_ credentials: String?) throws(OAuthError) -> Claim {
    guard let credentials, let data = Data(base64Encoded: credentials),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else {
      throw OAuthError(.invalidClient, description: "the 'Authorization' header is not readable")
    }
    return Claim(
      method: .basic, id: formDecoded(text[..<colon]),
      secret: formDecoded(text[text.index(after: colon)...]))
  }

  private static func formDecoded(_ text: Substring) -> String {
    PercentDecoding.decodeSegment(text.replacing("+", with: " "))
  }
}
