import DocgenJOSE
import DocgenJSON
import Foundation

/// The validated claims of an ID token that the gateway uses (auth/oidc_verify.go).
struct IdentityClaims: Sendable {
  var subject: String
  var email: String
  var expires: Date
  var all: JSONObject

  /// Validates the claims of a token for a provider at a time.
  init(
    _ token: JSONWebToken, for provider: OIDCConfiguration.Provider, profile: Profile, now: Date
  ) throws(IdentityError) {
    let claims = token.claims
    all = claims
    let issuer = claims["iss"]?.string ?? ""
    guard Self.isIssuer(issuer, of: provider, profile: profile) else {
      throw IdentityError(
        description: "invalid claim value: 'iss'. expected=\(provider.issuer), found=\(issuer).")
    }
    guard claims.audiences.contains(provider.clientID) else {
      throw IdentityError(description: "invalid claim value: 'aud'. expected=\(provider.clientID).")
    }
    guard let expires = Self.time("exp", in: claims) else {
      throw IdentityError(description: "missing claim: 'exp'")
    }
    guard expires > now else { throw IdentityError(description: "token is expired") }
    guard let subject = claims["sub"]?.string, !subject.isEmpty else {
      throw IdentityError(description: "missing claim: 'sub'")
    }
    switch profile {
    case .v1_5:
      if Self.time("iat", in: claims) == nil {
        throw IdentityError(description: "missing claim: 'iat'")
      }
    case .v2_8:
      // A minute's tolerance for clocks that differ.
      if let notBefore = Self.time("nbf", in: claims), notBefore > now + 60 {
        throw IdentityError(description: "current time is before the nbf (not before) time")
      }
    }
    self.subject = subject
    email = claims["email"]?.string ?? ""
    self.expires = expires
  }

  /// Returns whether an issuer is the provider's.
  ///
  /// 2.8 accepts Google's issuer without the scheme.
  private static func isIssuer(
    _ issuer: String, of provider: OIDCConfiguration.Provider, profile: Profile
  ) -> Bool {
    let google = "accounts.google.com"
    return issuer == provider.issuer
      || profile == .v2_8 && provider.issuer == "https://\(google)" && issuer == google
  }

  private static func time(_ name: String, in claims: JSONObject) -> Date? {
    claims[name]?.double.map { Date(timeIntervalSince1970: $0) }
  }
}
