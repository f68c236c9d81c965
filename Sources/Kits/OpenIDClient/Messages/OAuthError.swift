import DocgenJSON

/// An error from a provider (RFC 6749 4.1.2.1 and 5.2, OpenID Connect Core 3.1.2.6).
///
/// ```swift runnable
/// let error = OAuthError(.accessDenied, details: "Alice pressed Cancel")
/// print(error)
/// print(error.code == .accessDenied)
/// ```
///
/// ```output
/// access_denied: Alice pressed Cancel
/// true
/// ```
public struct OAuthError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The value of `error`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The value as sent.
    public let rawValue: String

    /// Creates a code from its value, registered or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The request lacks a parameter or is malformed.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The client is unknown or failed to authenticate.
    public static let invalidClient = Code(rawValue: "invalid_client")
    /// The code or refresh token is used, expired, revoked or issued to another client.
    public static let invalidGrant = Code(rawValue: "invalid_grant")
    /// The client isn't allowed to do this.
    public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
    /// The user or the provider denied the request.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// A scope is unknown or exceeds what is allowed.
    public static let invalidScope = Code(rawValue: "invalid_scope")
    /// The provider failed.
    public static let serverError = Code(rawValue: "server_error")
    /// The provider is overloaded or under maintenance.
    public static let temporarilyUnavailable = Code(rawValue: "temporarily_unavailable")
    /// `prompt=none`, but the user has to log in.
    public static let loginRequired = Code(rawValue: "login_required")
    /// `prompt=none`, but the user has to interact with the provider.
    public static let interactionRequired = Code(rawValue: "interaction_required")
    /// `prompt=none`, but the user has to consent.
    public static let consentRequired = Code(rawValue: "consent_required")
  }

  /// `error`.
  public var code: Code
  /// `error_description`, the provider's message to developers.
  public var details: String?
  /// `error_uri`, a page about the error.
  public var page: String?

  /// Creates an error from its parts.
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

  init?(_ response: JSONValue) {
    guard let code = response["error"]?.string else { return nil }
    self.init(
      Code(rawValue: code), details: response["error_description"]?.string,
      page: response["error_uri"]?.string)
  }

  /// The code, followed by a colon and the details if there are any.
  public var description: String {
    details.map { "\(code.rawValue): \($0)" } ?? code.rawValue
  }
}
