import JSON

/// A user's decision that a client polls for (RFC 8628 3.5), as a value; times are seconds since
/// 1970.
struct PolledDecision: Sendable {
  enum Outcome: Sendable {
    case pending, denied
    case approved(username: String, authTime: Int, claims: JSONObject = [:])
  }

  let expires: Int
  var interval = 5
  var outcome = Outcome.pending
  private var lastPoll: Int?

  init(expires: Int) { self.expires = expires }

  var isPending: Bool {
    if case .pending = outcome { return true }
    return false
  }

  /// Returns the user who has agreed and the time of the login; throws if there is no consent yet.
  mutating func poll(at now: Int) throws(OAuthError) -> (
    username: String, authTime: Int, claims: JSONObject
  ) {
    guard now < expires else { throw OAuthError(.expiredToken, "nobody has decided in time") }
    switch outcome {
    case .approved(let username, let authTime, let claims):
      return (username, authTime, claims)
    case .denied:
      throw OAuthError(.accessDenied, "the user has refused")
    case .pending:
      defer { lastPoll = now }
      if let lastPoll, now - lastPoll < interval {
        interval += 5
        throw OAuthError(.slowDown, "wait \(interval) seconds between requests")
      }
      throw OAuthError(.authorizationPending, "the user has not decided yet")
    }
  }
}
