import DocgenJSON

/// A device that waits for a user's decision (RFC 8628), as a value; times are seconds since 1970.
struct DeviceAuthorization: Sendable {
  enum Decision: Sendable {
    case pending, denied
    case approved(username: String, authTime: Int, claims: JSONObject = [:])
  }

  let clientID: String
  let userCode: String
  let scopes: [String]
  let wantsOfflineAccess: Bool
  let expires: Int
  /// The seconds that the device must wait between two requests.
  private(set) var interval = 5
  var decision = Decision.pending
  private(set) var lastPoll: Int?

  /// Returns eight letters without vowels, so that they form no words (6.1): `WDJB-MJHT`.
  static func userCode(from bytes: [UInt8]) -> String {
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    let code = bytes.prefix(8).map { letters[Int($0) % letters.count] }
    return String(code.prefix(4)) + "-" + String(code.dropFirst(4))
  }

  /// Returns the letters of a typed code; case and punctuation don't matter (6.1).
  static func letters(of typed: String) -> [UInt8] {
    typed.utf8.map { $0 & ~0x20 }.filter((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
  }

  /// Returns the user who has agreed and the time of the login; throws if there is no consent yet
  /// (3.5).
  mutating func poll(at now: Int) throws(OAuthError) -> (
    username: String, authTime: Int, claims: JSONObject
  ) {
    guard now < expires else {
      throw OAuthError(.expiredToken, description: "the device code has expired without a decision")
    }
    switch decision {
    case .approved(let username, let authTime, let claims):
      return (username, authTime, claims)
    case .denied:
      throw OAuthError(.accessDenied, description: "the user has refused")
    case .pending:
      defer { lastPoll = now }
      if let lastPoll, now - lastPoll < interval {
        interval += 5
        throw OAuthError(.slowDown, description: "wait \(interval) seconds between requests")
      }
      throw OAuthError(.authorizationPending, description: "the user has not decided yet")
    }
  }
}
