/// What a login requests from the authorization endpoint: a set of values in any order (OAuth 2.0
/// Multiple Response Type Encoding Practices).
///
/// ```swift runnable
/// print(ResponseType.code)
/// print([ResponseType.idToken, .token] as ResponseType)
/// ```
///
/// ```output
/// code
/// id_token token
/// ```
public struct ResponseType: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// The set's bits, one per value.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An authorization code, exchanged for tokens afterwards.
  public static let code = ResponseType(rawValue: 1)
  /// An ID token.
  public static let idToken = ResponseType(rawValue: 2)
  /// An access token.
  public static let token = ResponseType(rawValue: 4)

  /// The values in their usual order: `code id_token token`.
  public var description: String {
    [(Self.code, "code"), (.idToken, "id_token"), (.token, "token")]
      .filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

/// The part of the redirect with the parameters of the authorization response.
public enum ResponseMode: String, Sendable, CaseIterable {
  /// After the `?` of the redirect; the default for `code`.
  case query
  /// After the `#` of the redirect; the default for everything else.
  case fragment
  /// In the body of a POST to the redirect address (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
}
