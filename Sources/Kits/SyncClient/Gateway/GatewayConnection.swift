import Clocks
import Foundation
import HTTPClient
import JSON

/// A database of a gateway, as one user.
///
/// Requests carry the authenticator's credentials; one that is refused with 401 is sent once more with
/// better ones, if there are any.
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

  /// The name of the user that the gateway takes us for; `nil` for the guest.
  ///
  /// A gateway with a guest lets whoever has an old cookie in as the guest (1.5), so this is asked
  /// before anything else.
  ///
  /// - Throws: `SyncError.http` with 401 when there are credentials, but not good ones.
  func signIn() async throws -> String? {
    let request = GatewayRequest("GET", "_session")
    let credentials = try await authenticator.credentials(for: endpoint)
    var answer = try await endpoint.send(request, showing: credentials)
    if let name = try Self.userName(in: answer, showing: credentials) { return name }
    if credentials == .none { return nil }
    guard let better = try await authenticator.credentials(replacing: credentials, for: endpoint)
    else { throw Self.expired(answer) }
    answer = try await endpoint.send(request, showing: better)
    guard let name = try Self.userName(in: answer, showing: better) else {
      throw Self.expired(answer)
    }
    return name
  }

  private static func userName(
    in answer: GatewayAnswer, showing credentials: Credentials
  ) throws -> String? {
    if answer.status == 401, credentials != .none { return nil }
    return try answer.succeeded().json()["userCtx"]?["name"]?.string
  }

  /// What an answer says to credentials that are worth nothing: 401, also where it made us the guest.
  private static func expired(_ answer: GatewayAnswer) -> SyncError {
    answer.status == 401
      ? answer.refusal : .http(status: 401, reason: "the session has expired")
  }

  /// Sends a request as the user.
  ///
  /// - Throws: `SyncError`, of which `http` for every answer but 2xx and those in `accepting`.
  func send(
    _ request: GatewayRequest, accepting: Set<Int> = []
  ) async throws -> GatewayAnswer {
    var credentials = try await authenticator.credentials(for: endpoint)
    var answer = try await endpoint.send(request, showing: credentials)
    if answer.status == 401,
      let better = try await authenticator.credentials(replacing: credentials, for: endpoint)
    {
      credentials = better
      answer = try await endpoint.send(request, showing: credentials)
    }
    if case .session(let session) = credentials,
      let renewed = endpoint.session(in: answer, id: session.id)
    {
      await authenticator.learned(renewed, from: endpoint)
    }
    return accepting.contains(answer.status) ? answer : try answer.succeeded()
  }

  private static func exchange(
    _ request: GatewayRequest, database: URL, transport: any HTTPTransport
  ) async throws -> GatewayAnswer {
    guard let url = request.url(below: database) else {
      throw SyncError.malformedAnswer("no address can be made of \(request.path)")
    }
    var wire = TransportRequest(
      method: request.method, url: url, body: request.body.isEmpty ? nil : request.body,
      timeout: request.timeout, bodyLimit: 1 << 30)
    for field in request.headers { wire.headers[field.name] = field.value }
    do {
      let answer = try await transport.send(wire)
      return GatewayAnswer(
        status: answer.status, headers: answer.headers.fields, body: answer.body)
    } catch {
      switch error {
      case .cancelled: throw CancellationError()
      case .timedOut: throw SyncError.timedOut
      default: throw SyncError.offline("\(error)")
      }
    }
  }
}

extension SyncError {
  /// The gateway said nothing for too long.
  static let timedOut = SyncError.offline("the gateway took too long")
}
