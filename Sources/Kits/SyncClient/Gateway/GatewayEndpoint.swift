public import Clocks
public import Foundation
import HTTPClient

/// A database of a gateway, as an authenticator sees it: where it is, and a way to ask it.
public struct GatewayEndpoint: Sendable {
  /// The database's address on the public port, such as `http://127.0.0.1:4984/travel`.
  public let database: URL
  /// The time that sessions are held against.
  public let clock: any WallClock
  let exchange: @Sendable (GatewayRequest) async throws -> GatewayAnswer

  /// Sends a request and gives the answer, whatever its status.
  ///
  /// - Throws: `SyncError.offline`, `CancellationError`.
  func send(
    _ request: GatewayRequest, showing credentials: Credentials = .none
  ) async throws -> GatewayAnswer {
    var request = request
    if let field = credentials.field { request.headers.append(field) }
    return try await exchange(request)
  }

  /// The session that an answer opens or extends, by its cookie.
  ///
  /// The time left is taken from the gateway's own `Date`, since clocks of devices are often wrong.
  ///
  /// - Parameter id: the id the cookie must have; `nil` for any.
  func session(in answer: GatewayAnswer, id: String?) -> GatewaySession? {
    for cookie in SetCookie.all(in: answer) {
      guard !cookie.value.isEmpty, cookie.name != SetCookie.stateName,
        id == nil || cookie.value == id
      else { continue }
      let sent = answer["Date"].flatMap(HTTPDate.moment)
      let expires = cookie.expires.map { expires in
        sent.map { clock.now + expires.timeIntervalSince($0) } ?? expires
      }
      return GatewaySession(id: cookie.value, cookieName: cookie.name, expires: expires)
    }
    return nil
  }
}
