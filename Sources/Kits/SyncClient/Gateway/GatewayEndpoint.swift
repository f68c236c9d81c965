public import DocgenClocks
import DocgenHTTPClient
public import Foundation

/// A gateway's database as an authenticator sees it: its URL, and a way to send requests.
public struct GatewayEndpoint: Sendable {
  /// The database's URL on the public port, such as `http://127.0.0.1:4984/travel`.
  public let database: URL
  /// The clock for the expiry of sessions.
  public let clock: any WallClock
  let exchange: @Sendable (GatewayRequest) async throws -> GatewayResponse

  /// Sends a request and returns the response with any status.
  ///
  /// - Throws: `SyncError.offline`, `.configuration`, `CancellationError`.
  func send(
    _ request: GatewayRequest, showing credentials: GatewayCredentials = .none
  ) async throws -> GatewayResponse {
    var request = request
    if let field = credentials.field { request.headers.append(field) }
    return try await exchange(request)
  }

  /// Opens a session with an ID token; returns `nil` when the gateway rejects the token.
  func openSession(with idToken: String) async throws -> GatewaySession? {
    let response = try await send(GatewayRequest("POST", "_session"), showing: .bearer(idToken))
    if response.status == 401 { return nil }
    guard let session = session(in: try response.succeeded(), id: nil) else {
      throw SyncError.malformedResponse("a session without a cookie")
    }
    return session
  }

  /// Ends a session, if the gateway responds within ten seconds.
  func end(_ session: GatewaySession) async {
    var request = GatewayRequest("DELETE", "_session")
    request.timeout = .seconds(10)
    _ = try? await send(request, showing: .session(session))
  }

  /// Returns the session that a response opens or extends, from its cookie.
  ///
  /// The remaining time is measured from the gateway's own `Date`, since clocks of devices are
  /// often wrong.
  ///
  /// - Parameter id: the required session ID; `nil` for any.
  func session(in response: GatewayResponse, id: String?) -> GatewaySession? {
    for cookie in SetCookie.all(in: response) {
      guard !cookie.value.isEmpty, cookie.name != SetCookie.stateName,
        id == nil || cookie.value == id
      else { continue }
      let sent = response["Date"].flatMap(HTTPDate.moment)
      let expires = cookie.expires.map { expires in
        sent.map { clock.now + expires.timeIntervalSince($0) } ?? expires
      }
      return GatewaySession(id: cookie.value, cookieName: cookie.name, expires: expires)
    }
    return nil
  }
}
