import Foundation
import HTTPClient
import JSON

/// A request that the provider sends to a client: its user has decided (CIBA 10.2, 10.3).
struct ClientNotification: Sendable {
  let address: URL
  /// Proves to the client that it is the provider who sends it.
  let token: String
  let body: JSONObject
  /// Why there are no tokens in it.
  var error: OAuthError?

  private static let transport = DefaultTransport()

  /// Sends it; gives the client's status, or 0 when it cannot be reached.
  ///
  /// The standard has no second try: whoever misses it may still poll.
  func send() async -> Int {
    let request = TransportRequest(
      method: "POST", url: address,
      headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: Array(JSONValue.object(body).serialized().utf8))
    return (try? await Self.transport.send(request).status) ?? 0
  }
}

extension LoggedRequest {
  /// What the provider itself has sent.
  init(_ notification: ClientNotification, from issuer: String, answeredWith status: Int) {
    self.init(
      method: "POST", path: notification.address.path(), issuer: issuer,
      parameters: notification.body.members.map {
        Parameter(name: $0.key, value: Self.redacted($0.value.text, named: $0.key))
      }, status: status, error: notification.error?.code.rawValue, sender: .provider)
  }
}
