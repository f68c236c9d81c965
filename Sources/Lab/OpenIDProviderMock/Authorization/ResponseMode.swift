/// Where the parameters of an authorization response travel, and in which form.
enum ResponseMode: String, CaseIterable, Sendable {
  case query, fragment
  /// A page that posts itself (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
  /// One parameter, a signed token with all others in it (JWT Secured Authorization Response Mode).
  case queryJWT = "query.jwt"
  case fragmentJWT = "fragment.jwt"
  case formPostJWT = "form_post.jwt"
  /// Signed, and where it would travel by default.
  case jwt

  /// Where it travels, signed or not.
  var carrier: ResponseMode {
    switch self {
    case .query, .queryJWT: .query
    case .fragment, .fragmentJWT, .jwt: .fragment
    case .formPost, .formPostJWT: .formPost
    }
  }

  var isSigned: Bool {
    switch self {
    case .queryJWT, .fragmentJWT, .formPostJWT, .jwt: true
    case .query, .fragment, .formPost: false
    }
  }

  /// The mode that a request's `response_mode` means for a response type (JARM 2.3.4).
  func resolved(for type: ResponseType) -> ResponseMode {
    guard self == .jwt else { return self }
    return type.fitsIntoQuery ? .queryJWT : .fragmentJWT
  }
}
