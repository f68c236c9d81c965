import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import Foundation

/// A database of a gateway, accessed as one user.
///
/// Requests carry the authenticator's credentials. After a 401, the request is sent once more with
/// renewed credentials, if there are any.
struct GatewayConnection: Sendable {
  let endpoint: GatewayEndpoint
  let authenticator: any Authenticator

  init(
    database: URL, authenticator: any Authenticator, transport: any HTTPTransport,
    clock: any WallClock
  ) {
    self.authenticator = authenticator
    endpoint = GatewayEndpoint(database: database, clock: clock) { request in
      try await Self.exchange(request, database: database, transport: transport)
    }
  }

  /// Returns the name of the signed-in user; `nil` for the guest.
  ///
  /// Call this before anything else: with an old cookie, a gateway that has a guest treats the user
  /// as the guest (1.5).
  ///
  /// - Throws: `SyncError.http` with 401 when there are credentials, but invalid ones.
  func signIn() async throws -> String? {
    let request = GatewayRequest("GET", "_session")
    let credentials = try await authenticator.credentials(for: endpoint)
    var response = try await endpoint.send(request, showing: credentials)
    if let name = try Self.userName(in: response, showing: credentials) { return name }
    if credentials == .none { return nil }
    guard let renewed = try await authenticator.credentials(replacing: credentials, for: endpoint)
    else { throw Self.expired(response) }
    response = try await endpoint.send(request, showing: renewed)
    guard let name = try Self.userName(in: response, showing: renewed) else {
      throw Self.expired(response)
    }
    return name
  }

  private static func userName(
    in response: GatewayResponse, showing credentials: GatewayCredentials
  ) throws -> String? {
    if response.status == 401, credentials != .none { return nil }
    return try response.succeeded().json()["userCtx"]?["name"]?.string
  }

  /// Returns the error for invalid credentials: 401, even if the gateway treated them as the
  /// guest's.
  private static func expired(_ response: GatewayResponse) -> SyncError {
    response.status == 401
      ? response.refusal : .http(status: 401, reason: "the session has expired")
  }

  /// Sends a request as the user.
  ///
  /// - Throws: `SyncError`; `http` for every status except 2xx and those in `accepting`.
  func send(
    _ request: GatewayRequest, accepting: Set<Int> = []
  ) async throws -> GatewayResponse {
    var credentials = try await authenticator.credentials(for: endpoint)
    var response = try await endpoint.send(request, showing: credentials)
    if response.status == 401,
      let better = try await authenticator.credentials(replacing: credentials, for: endpoint)
    {
      credentials = better
      response = try await endpoint.send(request, showing: credentials)
    }
    if case .session(let session) = credentials,
      let renewed = endpoint.session(in: response, id: session.id)
    {
      await authenticator.learned(renewed, from: endpoint)
    }
    return accepting.contains(response.status) ? response : try response.succeeded()
  }

  /// The paths of the first request, which depends on the authenticator.
  private static let firstPaths: Set = [["_session"], ["_oidc_challenge"], ["_oidc_refresh"]]

  private static func exchange(
    _ request: GatewayRequest, database: URL, transport: any HTTPTransport
  ) async throws -> GatewayResponse {
    guard let url = request.url(below: database) else {
      throw SyncError.configuration("'\(database.withoutSecrets)' is not the address of a database")
    }
    var wire = TransportRequest(
      method: request.method, url: url, body: request.body.isEmpty ? nil : request.body,
      timeout: request.timeout, bodyLimit: 1 << 30)
    for field in request.headers { wire.headers[field.name] = field.value }
    let response: TransportResponse
    do {
      response = try await transport.send(wire)
    } catch {
      switch error {
      case .cancelled: throw CancellationError()
      case .timedOut: throw SyncError.timedOut
      case .invalidRequest(let reason):
        throw SyncError.configuration(
          "no request can be sent to '\(database.withoutSecrets)': \(reason)")
      default: throw SyncError.offline("the gateway cannot be reached: \(error)")
      }
    }
    // Behind a proxy, a database may have no path.
    if response.status == 404, firstPaths.contains(request.path),
      ["", "/"].contains(database.path())
    {
      throw SyncError.configuration(
        "'\(database.withoutSecrets)' names no database; "
          + "add its name, as in 'https://host/travel'")
    }
    return GatewayResponse(
      status: response.status, headers: response.headers.fields, body: response.body)
  }
}

extension URL {
  /// The address without user, password, query and fragment, also of one that is no URL to send to.
  fileprivate var withoutSecrets: String {
    let address = absoluteString.prefix { $0 != "?" && $0 != "#" }
    guard let sign = address.lastIndex(of: "@") else { return String(address) }
    return "…" + address[sign...].dropFirst()
  }
}

extension SyncError {
  /// The error when the gateway doesn't respond within the time limit.
  static let timedOut = SyncError.offline("the gateway took too long to respond")
}
