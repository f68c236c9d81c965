import DocgenClocks
import DocgenHTTPServer
import DocgenMockHTTP
import Foundation
import Synchronization

/// Handles the requests of both listeners.
///
/// `handle` is the list of steps that lead to a response, `finish` the list of steps that every
/// response passes.
final class RequestDispatcher: Sendable {
  let log: RequestLog
  let faults = FaultQueue()
  private let clock: any WallClock
  private let checksHost: Bool
  private let recorder: (any HTTPRecorder)?
  /// Set once the databases are open; read by the tasks of all requests.
  private let opened = Mutex<Opened?>(nil)

  /// All routes, in the order in which they are matched.
  static let routes: [Route] =
    RootEndpoints.routes + SessionEndpoints.routes + PrincipalEndpoints.routes
    + OIDCEndpoints.routes + TestProviderEndpoints.routes + AllDocumentsEndpoints.routes
    + BulkEndpoints.routes + LocalEndpoints.routes + ChangesEndpoints.routes
    + DesignEndpoints.routes + MaintenanceEndpoints.routes + ServerEndpoints.routes
    + DocumentEndpoints.routes + AttachmentEndpoints.routes

  private struct Opened {
    let services: Services
    let publicRouter: Router
    let adminRouter: Router
  }

  init(
    clock: any WallClock, checksHost: Bool, recorder: (any HTTPRecorder)?,
    onRequest: (@Sendable (LoggedRequest) -> Void)?
  ) {
    self.clock = clock
    self.checksHost = checksHost
    self.recorder = recorder
    log = RequestLog(observer: onRequest)
  }

  func open(with services: Services) {
    let now = Opened(
      services: services,
      publicRouter: Router(Self.routes, isAdmin: false, profile: services.profile),
      adminRouter: Router(Self.routes, isAdmin: true, profile: services.profile))
    opened.withLock { $0 = now }
  }

  /// Opens one of the two ports.
  func listen(
    _ host: String, port: UInt16, limits: HTTPListener.Limits,
    tls: HTTPListener.Certificate? = nil, isAdmin: Bool
  ) throws(HTTPListener.StartError) -> HTTPListener {
    try HTTPListener(
      host: host, port: port, limits: limits, tls: tls, recorder: recorder,
      refusal: { self.refuse($1, isAdmin: isAdmin, for: $0) },
      handler: { await self.respond(to: $0, isAdmin: isAdmin) })
  }

  private func respond(to request: HTTPRequest, isAdmin: Bool) async -> HTTPResponse {
    let opened = opened.withLock { $0 }
    var exchange = Exchange(request: request, isAdmin: isAdmin, services: opened?.services)
    do {
      try await handle(&exchange, opened: opened)
    } catch {
      exchange.response = GatewayError(error).response
    }
    return finish(exchange)
  }

  /// Responds to a request over a limit.
  private func refuse(
    _ request: HTTPRequest, isAdmin: Bool, for refusal: HTTPListener.Refusal
  ) -> HTTPResponse {
    var exchange = Exchange(
      request: request, isAdmin: isAdmin, services: opened.withLock { $0 }?.services)
    exchange.response =
      GatewayError(refusal.status, reason: "this mock's limit: \(refusal.description)").response
    return finish(exchange)
  }

  // MARK: The steps of a request

  private func handle(_ exchange: inout Exchange, opened: Opened?) async throws {
    guard let opened else { throw GatewayError(503, reason: "the gateway is starting") }
    try checkSender(of: exchange.request, isAdmin: exchange.isAdmin)
    exchange.fault = faults.dequeue(
      method: exchange.request.method, path: exchange.request.path, isAdmin: exchange.isAdmin)
    guard try await inject(exchange.fault) else { return }
    let router = exchange.isAdmin ? opened.adminRouter : opened.publicRouter
    let match = router.match(exchange.request)
    guard case .route(let route, let variables) = match else {
      return respond(to: match, of: &exchange)
    }
    var context = try RequestContext(
      ContentCoding.decompressed(exchange.request), isAdmin: exchange.isAdmin,
      services: opened.services, variables: variables)
    defer {
      exchange.user = context.user?.name
      exchange.headers = context.headers
    }
    if !route.worksOffline { try context.database?.requireOnline() }
    if !exchange.isAdmin || route.access == .open {
      try await Authentication(requiresLogin: route.access == .ofPort).authenticate(&context)
    }
    exchange.response = try await route.handler(&context)
  }

  /// Refuses requests that a web page may have sent.
  private func checkSender(of request: HTTPRequest, isAdmin: Bool) throws(GatewayError) {
    guard !checksHost || request.namesAnAddress else {
      throw GatewayError(421, reason: "this mock serves no such host name; use its address")
    }
    guard !isAdmin || !request.hasForeignOrigin else {
      throw GatewayError(403, reason: "this mock's admin port refuses web pages")
    }
  }

  /// Waits or throws, as a fault specifies.
  ///
  /// - Returns: whether to handle the request; otherwise the connection closes without a response.
  private func inject(_ fault: GatewayFault?) async throws -> Bool {
    guard let fault else { return true }
    if fault.delay > 0 {
      // Ends early when the gateway stops; no client receives the response then.
      try? await clock.sleep(until: clock.now + fault.delay)
    }
    switch fault.effect {
    case .droppedBefore: return false
    case .status(let status, let reason): throw GatewayError(status, reason: reason)
    case .none, .droppedAfter, .truncated: return true
    }
  }

  /// Responds to a request without a route.
  private func respond(to match: Router.Match, of exchange: inout Exchange) {
    exchange.namesServer = false
    switch match {
    case .route: break
    case .redirect(let target):
      exchange.headers.add("Location", value: target)
      exchange.response = HTTPResponse(status: 301)
    case .wrongMethod(let allowed):
      exchange.headers.add("Allow", value: allowed.joined(separator: ", "))
      exchange.cors?.addPreflightHeaders(methods: allowed, to: &exchange.headers)
      exchange.response =
        exchange.request.method == "OPTIONS"
        ? HTTPResponse(status: 204) : GatewayError(405, reason: "").response
    case .nothing: exchange.response = GatewayError(404, reason: "unknown URL").response
    }
  }

  // MARK: The steps of a response

  private func finish(_ exchange: Exchange) -> HTTPResponse {
    var exchange = exchange
    exchange.completeResponse(date: HTTPDate.text(clock.now))
    log.add(exchange, date: clock.now)
    guard let response = exchange.response else { return .dropped }
    // Compressed last: log and faults apply to the uncompressed body.
    return exchange.services.map {
      ContentCoding.compressed(response, for: exchange.request, configuration: $0.configuration)
    } ?? response
  }
}
