import JSON

/// A client that has asked for a user's consent on another device (OpenID Connect Client-Initiated
/// Backchannel Authentication, CIBA), as plain values.
struct BackchannelAuthentication: Sendable {
  let clientID: String
  let username: String
  let scopes: [String]
  let acr: String?
  /// Shown on both devices, so that the user can compare (7.1).
  let bindingMessage: String?
  /// What the client is told by, when it has not asked to poll (7.1).
  let notificationToken: String?
  /// How the page names the request; the client's own name for it is a secret.
  let pageID: String
  let claims: JSONObject
  var decision: PolledDecision
  /// What a slow user will do, and when.
  var scheduled: (moment: Int, decision: UserDecision)?
  var isNotified = false

  /// The parameter's limit (7.1): a display has room for few words.
  private static let longestMessage = 100

  /// Whether a message can be shown (13, `invalid_binding_message`).
  static func isShowable(_ message: String) -> Bool {
    message.count <= longestMessage
      && message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

/// How a client hears of the user's decision (CIBA 5).
public enum TokenDeliveryMode: String, Sendable, CaseIterable {
  /// It asks the token endpoint again and again.
  case poll
  /// It is told that there is something to fetch.
  case ping
  /// It is sent the tokens themselves.
  case push
}
