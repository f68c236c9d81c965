import DocgenJSON
import Foundation

/// A successful token response (RFC 6749 5.1), or the tokens of a redirect (4.2.2).
struct TokenResponse: Sendable, Equatable {
  var accessToken: String
  /// `token_type`; `Bearer` if it is missing, as with providers that follow drafts of OAuth.
  var tokenType: String
  /// The lifetime in seconds; `nil` when the response doesn't specify it.
  var expiresIn: Double?
  var refreshToken: String?
  var idToken: String?
  /// The granted scopes; `nil` when they equal the request's (5.1).
  var scope: [String]?

  /// Parses a response of the token endpoint; an `error` takes precedence over tokens.
  ///
  /// - Throws: `.token` for an error of the protocol, `.status` for another failure,
  ///   `.malformedResponse`.
  init(status: Int, body: [UInt8]) throws(ClientError) {
    let json = try? JSONParser.parse(body)
    if let json, let error = OAuthError(json) { throw .token(error, status: status) }
    guard (200..<300).contains(status) else { throw .status(.token, status) }
    guard let json, json.object != nil else {
      throw .malformedResponse(.token, "it is not a JSON object")
    }
    guard let accessToken = json["access_token"]?.string, !accessToken.isEmpty else {
      throw .malformedResponse(.token, "it has no 'access_token'")
    }
    let lifetime: String?
    switch json["expires_in"] {
    case nil, .null: lifetime = nil
    case .integer(let seconds): lifetime = String(seconds)
    case .double(let seconds): lifetime = String(seconds)
    case .string(let text): lifetime = text
    default: throw .malformedResponse(.token, "'expires_in' is not a number")
    }
    try self.init(
      accessToken: accessToken, tokenType: json["token_type"]?.string, expiresIn: lifetime,
      scope: json["scope"]?.string, from: .token)
    refreshToken = json["refresh_token"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    idToken = json["id_token"]?.string
  }

  /// Creates a response from the parameters of a redirect.
  init(
    accessToken: String, tokenType: String?, expiresIn: String?, scope: String?,
    from source: ClientError.Source
  ) throws(ClientError) {
    self.accessToken = accessToken
    self.tokenType = tokenType ?? "Bearer"
    guard self.tokenType.lowercased() == "bearer" else {
      throw .malformedResponse(source, "its token is not a bearer token")
    }
    if let expiresIn {
      guard let seconds = Double(expiresIn), (0...3_155_760_000).contains(seconds) else {
        throw .malformedResponse(source, "'expires_in' is not a number of seconds")
      }
      self.expiresIn = seconds
    }
    let scopes = scope?.split(separator: " ").map(String.init) ?? []
    self.scope = scopes.isEmpty ? nil : scopes
  }
}
