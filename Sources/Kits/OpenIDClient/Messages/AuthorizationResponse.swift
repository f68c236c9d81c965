public import Foundation

/// The redirect that the browser passed to the app.
///
/// ```swift runnable
/// import Foundation
///
/// let redirect = Redirect(
///   URL(string: "com.example.travel:/login?code=secret&state=s1")!)
/// print(redirect)
/// ```
///
/// ```output
/// com.example.travel:/login…
/// ```
public struct Redirect: Sendable, Equatable, CustomStringConvertible {
  /// The URL that the browser was redirected to.
  public var url: URL
  /// The body, if the redirect was a POST (`ResponseMode.formPost`).
  public var form: String?

  /// Creates a redirect from its URL, and the body if it was a POST.
  public init(_ url: URL, form: String? = nil) {
    self.url = url
    self.form = form
  }

  /// The URL without its parameters, which may contain a code or tokens.
  public var description: String {
    String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }) + "…"
  }
}

/// A successful authorization response, checked against its request.
struct AuthorizationResponse: Sendable, Equatable {
  var code: String?
  var idToken: String?
  /// `access_token` and the parameters that belong to it.
  var tokens: TokenResponse?

  /// Parses the response to a request.
  ///
  /// Compares `state` first, so that another login's response isn't read further; then `iss` (RFC
  /// 9207 2.4). After that an `error` counts, even next to a code.
  ///
  /// - Throws: `.notTheRedirect`, `.malformedResponse`, `.stateMismatch`, `.issuerMismatch`,
  ///   `.authorization`.
  init(_ redirect: Redirect, to request: AuthorizationRequest) throws(ClientError) {
    try RedirectMatch.check(redirect.url, redirectURI: request.redirectURI)
    let parameters = Self.parameters(of: redirect, to: request)
    if let name = parameters.repeatedName {
      throw .malformedResponse(.redirect, "the parameter '\(name.prefix(40))' is repeated")
    }
    guard parameters["state"] == request.secrets.state else { throw .stateMismatch }
    if let issuer = request.metadata.issuer,
      parameters["iss"] != nil || request.metadata.namesIssuerInResponses,
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

  /// Returns the parameters from where the response mode puts them, without the redirect URI's own
  /// query.
  private static func parameters(
    of redirect: Redirect, to request: AuthorizationRequest
  ) -> FormParameters {
    switch request.responseMode {
    case .formPost: return FormParameters(decoding: redirect.form ?? "")
    case .fragment:
      return FormParameters(decoding: redirect.url.fragment(percentEncoded: true) ?? "")
    case .query:
      let prefix = request.redirectURI.query(percentEncoded: true) ?? ""
      let query = redirect.url.query(percentEncoded: true) ?? ""
      return FormParameters(decoding: query.dropFirst(prefix.count))
    }
  }

  /// Returns a requested parameter, or throws if it is missing; ignores one that wasn't requested.
  private static func value(
    _ name: String, in parameters: FormParameters, isDue: Bool
  ) throws(ClientError) -> String? {
    guard isDue else { return nil }
    guard let value = parameters[name], !value.isEmpty else {
      throw .malformedResponse(.redirect, "it has no '\(name)'")
    }
    return value
  }
}

/// Checks whether a URL is the redirect URI with a response.
///
/// Scheme, user, password, host, port and path must equal those of the redirect URI, which can be a
/// custom scheme, a loopback or an `https` URL. Query and fragment carry the response. If the
/// redirect URI has a query, the URL's query must begin with it.
enum RedirectMatch {
  /// - Throws: `.notTheRedirect` when they don't match.
  static func check(_ url: URL, redirectURI: URL) throws(ClientError) {
    guard !matches(url, redirectURI: redirectURI) else { return }
    throw .notTheRedirect(
      found: String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }),
      expected: redirectURI.absoluteString)
  }

  static func matches(_ url: URL, redirectURI: URL) -> Bool {
    guard let left = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
      let right = URLComponents(url: redirectURI.absoluteURL, resolvingAgainstBaseURL: true)
    else { return false }
    guard left.scheme?.lowercased() == right.scheme?.lowercased(),
      left.percentEncodedUser == right.percentEncodedUser,
      left.percentEncodedPassword == right.percentEncodedPassword,
      (left.percentEncodedHost ?? "").lowercased() == (right.percentEncodedHost ?? "").lowercased(),
      left.port == right.port, path(left) == path(right)
    else { return false }
    guard let prefix = right.percentEncodedQuery, !prefix.isEmpty else { return true }
    guard let query = left.percentEncodedQuery, query.hasPrefix(prefix) else { return false }
    return query.count == prefix.count || query.dropFirst(prefix.count).first == "&"
  }

  /// For HTTP clients an empty path equals `/` (RFC 9110 4.2.3), but not for other schemes.
  private static func path(_ components: URLComponents) -> String {
    let isHTTP = ["http", "https"].contains(components.scheme?.lowercased())
    return components.percentEncodedPath.isEmpty && isHTTP ? "/" : components.percentEncodedPath
  }
}
