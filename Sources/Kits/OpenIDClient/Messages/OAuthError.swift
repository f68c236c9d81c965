import JSON

/// An error that a provider sent (RFC 6749 4.1.2.1 and 5.2, OpenID Connect Core 3.1.2.6).
public struct OAuthError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The value of `error`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word as sent.
    public let rawValue: String

    /// A code from its word; any word is one, registered or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The request is missing something or malformed.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The client is unknown or could not prove who it is.
    public static let invalidClient = Code(rawValue: "invalid_client")
    /// The code or refresh token is used up, expired, revoked or somebody else's.
    public static let invalidGrant = Code(rawValue: "invalid_grant")
    /// The client may not do this.
    public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
    /// The user, or the provider, said no.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// A scope is unknown or too wide.
    public static let invalidScope = Code(rawValue: "invalid_scope")
    /// The provider failed.
    public static let serverError = Code(rawValue: "server_error")
    /// The provider is overloaded or being repaired.
    public static let temporarilyUnavailable = Code(rawValue: "temporarily_unavailable")
    /// `prompt=none`, but somebody has to log in.
    public static let loginRequired = Code(rawValue: "login_required")
    /// `prompt=none`, but somebody has to do something.
    public static let interactionRequired = Code(rawValue: "interaction_required")
    /// `prompt=none`, but somebody has to agree.
    public static let consentRequired = Code(rawValue: "consent_required")
  }

  /// `error`.
  public var code: Code
  /// `error_description`, the provider's words to developers.
  public var details: String?
  /// `error_uri`, a page about it.
  public var page: String?

  /// An error from its parts.
  public init(_ code: Code, details: String? = nil, page: String? = nil) {
    self.code = code
    self.details = details
    self.page = page
  }

  init?(_ parameters: FormParameters) {
    guard let code = parameters["error"] else { return nil }
    self.init(
      Code(rawValue: code), details: parameters["error_description"],
      page: parameters["error_uri"])
  }

  init?(_ answer: JSONValue) {
    guard let code = answer["error"]?.string else { return nil }
    self.init(
      Code(rawValue: code), details: answer["error_description"]?.string,
      page: answer["error_uri"]?.string)
  }

  /// The code, and the details behind a colon.
  public var description: String {
    details.map { "\(code.rawValue): \($0)" } ?? code.rawValue
  }
}
