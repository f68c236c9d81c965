public import Foundation

/// What the browser brought back to the app.
public struct Redirect: Sendable, Equatable, CustomStringConvertible {
  /// The address it was sent to.
  public var url: URL
  /// The body, when it was sent there by POST (`ResponseMode.formPost`).
  public var form: String?

  /// A redirect to an address, and the body of a POST to it.
  public init(_ url: URL, form: String? = nil) {
    self.url = url
    self.form = form
  }

  /// The address without its parameters, which may hold a code or tokens.
  public var description: String {
    String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }) + "…"
  }
}

/// The good answer of a login page, checked against its request.
struct AuthorizationAnswer: Sendable, Equatable {
  var code: String?
  var idToken: String?
  /// `access_token` and what comes with it.
  var tokens: TokenResponse?

  /// Reads the answer of a request.
  ///
  /// `state` is compared first, so that nobody else's answer is even looked at; then `iss`
  /// (RFC 9207 2.4); then an `error` counts, even beside a code.
  ///
  /// - Throws: `.notTheRedirect`, `.malformedAnswer`, `.stateMismatch`, `.issuerMismatch`,
  ///   `.authorization`.
  init(_ redirect: Redirect, to request: AuthorizationRequest) throws(ClientError) {
    guard RedirectMatch.matches(redirect.url, request.redirectURI) else { throw .notTheRedirect }
    let parameters = Self.parameters(of: redirect, to: request)
    if let name = parameters.repeatedName {
      throw .malformedAnswer(.redirect, "the parameter '\(name.prefix(40))' is repeated")
    }
    guard parameters["state"] == request.secrets.state else { throw .stateMismatch }
    if let issuer = request.metadata.issuer,
      parameters["iss"] != nil || request.metadata.namesIssuerInAnswers,
      parameters["iss"] != issuer
    {
      throw .issuerMismatch(expected: issuer, found: parameters["iss"])
    }
    if let error = OAuthError(parameters) { throw .authorization(error) }
    let type = request.responseType
    code = try Self.value("code", in: parameters, isDue: type.contains(.code))
    idToken = try Self.value("id_token", in: parameters, isDue: type.contains(.idToken))
    if let accessToken = try Self.value(
      "access_token", in: parameters, isDue: type.contains(.token))
    {
      tokens = try TokenResponse(
        accessToken: accessToken, tokenType: parameters["token_type"],
        expiresIn: parameters["expires_in"], scope: parameters["scope"], from: .redirect)
    }
  }

  /// The parameters where the response mode puts them, without the redirect address's own query.
  private static func parameters(
    of redirect: Redirect, to request: AuthorizationRequest
  ) -> FormParameters {
    switch request.responseMode {
    case .formPost: return FormParameters(decoding: redirect.form ?? "")
    case .fragment:
      return FormParameters(decoding: redirect.url.fragment(percentEncoded: true) ?? "")
    case .query:
      let own = request.redirectURI.query(percentEncoded: true) ?? ""
      let query = redirect.url.query(percentEncoded: true) ?? ""
      return FormParameters(decoding: query.dropFirst(own.count))
    }
  }

  /// What was asked for must come, and what was not asked for is not looked at.
  private static func value(
    _ name: String, in parameters: FormParameters, isDue: Bool
  ) throws(ClientError) -> String? {
    guard isDue else { return nil }
    guard let value = parameters[name], !value.isEmpty else {
      throw .malformedAnswer(.redirect, "it has no '\(name)'")
    }
    return value
  }
}
