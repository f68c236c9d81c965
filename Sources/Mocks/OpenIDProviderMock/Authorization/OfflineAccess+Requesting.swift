extension OfflineAccess {
  /// Returns whether a request asks for a refresh token; removes the scope `offline_access` if it
  /// has no effect.
  func isAsked(
    by parameters: Parameters, of client: ClientRegistration,
    prompts: Set<AuthorizationRequest.Prompt>, scopes: inout [String], allowances: inout [String]
  ) throws(OAuthError) -> Bool {
    let hasScope = scopes.contains("offline_access")
    let isOffline = parameters["access_type"] == "offline"
    switch self {
    case .always:
      return true
    case .accessType:
      if hasScope {
        throw OAuthError(
          .invalidScope,
          description: "there is no scope 'offline_access' here; send 'access_type=offline'")
      }
      // Google's native clients always get one.
      return isOffline || client.clientSecret == nil
    case .scopeOrAccessType:
      if isOffline || (hasScope && !prompts.contains(.consent)) {
        allowances.append("offline_access")
      }
      return hasScope || isOffline
    case .scopeWithConsent, .scopeWithConsentOrError:
      guard hasScope, !prompts.contains(.consent) else { return hasScope }
      if self == .scopeWithConsentOrError {
        throw OAuthError(
          .invalidRequest, description: "the scope 'offline_access' needs 'prompt=consent'")
      }
      scopes.removeAll { $0 == "offline_access" }
      return false
    }
  }
}
