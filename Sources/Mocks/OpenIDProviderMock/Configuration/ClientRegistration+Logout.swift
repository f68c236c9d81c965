extension ClientRegistration {
  /// Returns whether an address has the scheme, host and port of a redirect URI (Front-Channel Logout 2).
  ///
  /// Otherwise a client could make the provider or a browser send requests to other servers of this
  /// machine.
  func isAtRedirectOrigin(_ address: String) -> Bool {
    guard let origin = WebOrigin(address), RedirectURI.problem(of: address) == nil else {
      return false
    }
    return redirectURIs.contains { WebOrigin($0) == origin }
  }

  /// The address to post logout tokens to, if it may be used.
  var backChannelTarget: String? {
    backChannelLogoutURI.flatMap { isAtRedirectOrigin($0) ? $0 : nil }
  }

  /// The address to load in a frame of the logout page, if it may be used.
  var frontChannelTarget: String? {
    frontChannelLogoutURI.flatMap { isAtRedirectOrigin($0) ? $0 : nil }
  }

  /// Whether the client is notified of logouts, so that its ID tokens name the session (`sid`).
  var isNotifiedOfLogouts: Bool { backChannelTarget != nil || frontChannelTarget != nil }
}
