/// What a login asks the authorization endpoint for: a set of words whose order means nothing
/// (OAuth 2.0 Multiple Response Type Encoding Practices).
public struct ResponseType: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// One bit per word.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An authorization code, traded for tokens afterwards.
  public static let code = ResponseType(rawValue: 1)
  /// An ID token.
  public static let idToken = ResponseType(rawValue: 2)
  /// An access token.
  public static let token = ResponseType(rawValue: 4)

  /// The words in their usual order: `code id_token token`.
  public var description: String {
    [(Self.code, "code"), (.idToken, "id_token"), (.token, "token")]
      .filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

/// Where the parameters of the answer travel.
public enum ResponseMode: String, Sendable, CaseIterable {
  /// Behind the `?` of the redirect; the default for `code`.
  case query
  /// Behind the `#` of the redirect; the default for everything else.
  case fragment
  /// In the body of a POST to the redirect address (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
}
