/// A logout token, and where the provider posts it (OpenID Connect Back-Channel Logout 1.0 section 2.5).
struct LogoutNotice: Sendable {
  let issuer: String
  let address: String
  let token: String
}
