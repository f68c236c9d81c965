import DocgenJSON

/// A protocol error: its registered code, and a sentence for the developer.
struct OAuthError: Error, Sendable, Equatable {
  /// A registered code, or any other that a test injects.
  struct Code: RawRepresentable, Sendable, Equatable {
    let rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    // RFC 6749 4.1.2.1 and 5.2
    static let invalidRequest = Code("invalid_request")
    static let unauthorizedClient = Code("unauthorized_client")
    static let accessDenied = Code("access_denied")
    static let unsupportedResponseType = Code("unsupported_response_type")
    static let invalidScope = Code("invalid_scope")
    static let invalidClient = Code("invalid_client")
    static let invalidGrant = Code("invalid_grant")
    static let unsupportedGrantType = Code("unsupported_grant_type")
    static let serverError = Code("server_error")
    // OpenID Connect Core 3.1.2.6
    static let loginRequired = Code("login_required")
    static let accountSelectionRequired = Code("account_selection_required")
    static let consentRequired = Code("consent_required")
    static let requestNotSupported = Code("request_not_supported")
    static let requestURINotSupported = Code("request_uri_not_supported")
    static let invalidRequestURI = Code("invalid_request_uri")
    static let registrationNotSupported = Code("registration_not_supported")
    // OpenID Connect Core Error Code unmet_authentication_requirements 1.0
    static let unmetAuthenticationRequirements = Code("unmet_authentication_requirements")
    // RFC 8707 2
    static let invalidTarget = Code("invalid_target")
    // RFC 6750 3.1
    static let invalidToken = Code("invalid_token")
    static let insufficientScope = Code("insufficient_scope")
    // RFC 8628 3.5
    static let authorizationPending = Code("authorization_pending")
    static let slowDown = Code("slow_down")
    static let expiredToken = Code("expired_token")
    // Dynamic Client Registration 3.3
    static let invalidRedirectURI = Code("invalid_redirect_uri")
    static let invalidClientMetadata = Code("invalid_client_metadata")
    // RFC 7009 2.2.1
    static let unsupportedTokenType = Code("unsupported_token_type")
  }

  let code: Code
  /// Only characters that RFC 6749 4.1.2.1 allows: printable ASCII except `"` and `\`.
  let description: String

  init(_ code: Code, description: String) {
    self.code = code
    self.description = String(
      String.UnicodeScalarView(
        description.unicodeScalars.map { scalar in
          (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\" ? scalar : "?"
        }))
  }

  /// The error of a form that has been submitted before or has expired.
  static let usedForm = OAuthError(
    .invalidRequest, description: "this form has been used or is too old; start again")

  /// The body of an error response (RFC 6749 5.2).
  var json: JSONObject {
    ["error": .string(code.rawValue), "error_description": .string(description)]
  }
}
