import Clocks
import Foundation
import HTTPServer
import MockHTTP
import Synchronization

/// Handles the requests of both listeners: refuses them until the databases are open, then injects
/// faults, routes and logs.
final class RequestDispatcher: Sendable {
  let log: RequestLog
  let faults = FaultQueue()
  private let clock: any WallClock
  private let checksHost: Bool
  private let recorder: (any HTTPRecorder)?
  /// Set once the databases are open; read by the tasks of all requests.
  private let routers = Mutex<Routers?>(nil)

  private struct Routers {
    let publicPort: Router
    let adminPort: Router
  }

  init(clock: any WallClock, options: SyncGateway.Options) {
    self.clock = clock
    checksHost = options.checksHost
    recorder = options.recorder
    log = RequestLog(observer: options.onRequest)
  }

  func open(with services: Services) {
    let cors = services.configuration.cors
    let opened = Routers(
      publicPort: Router(isAdmin: false, services: services, cors: cors, routes: RouteTable.routes),
      adminPort: Router(isAdmin: true, services: services, cors: cors, routes: RouteTable.routes))
    routers.withLock { $0 = opened }
  }

  /// Opens one of the two ports.
  func listen(
    _ host: String, _ port: UInt16, _ limits: HTTPListener.Limits, isAdmin: Bool
  ) throws(HTTPListener.StartError) -> HTTPListener {
    try HTTPListener(
      host: host, port: port, limits: limits, recorder: recorder,
      refusal: { self.refusal($0, of: $1, isAdmin: isAdmin) },
      handler: { await self.respond(to: $0, isAdmin: isAdmin) })
  }

  /// Returns the response to a request over a limit.
  private func refusal(
    _ refusal: HTTPListener.Refusal, of request: HTTPRequest, isAdmin: Bool
  ) -> HTTPResponse {
    let answer = stamped(
      isAdmin: isAdmin,
      Call.response(to: GatewayError(refusal.status, "this mock's limit: \(refusal.description)")))
    log.add(
      RequestLog.Entry(
        request, isAdmin: isAdmin, answer: answer, user: nil, fault: nil, date: clock.now))
    return answer
  }

  /// Adds the fields of every response.
  private func stamped(isAdmin: Bool, _ answer: HTTPResponse) -> HTTPResponse {
    var headers: HTTPHeaders = ["Date": HTTPDate.text(clock.now)]
    let services = routers.withLock { $0 }?.publicPort.services
    if let services { headers.add("Server", services.server(isAdmin: isAdmin)) }
    return answer.adding(headers)
  }

  func respond(to request: HTTPRequest, isAdmin: Bool) async -> HTTPResponse {
    guard let routers = routers.withLock({ $0 }) else {
      return Call.response(to: GatewayError(503, "the gateway is starting"))
    }
    guard !checksHost || request.namesAnAddress else {
      return Call.response(
        to: GatewayError(421, "this mock does not answer to that host name; use its address"))
    }
    guard !isAdmin || !request.hasForeignOrigin else {
      return Call.response(
        to: GatewayError(403, "this mock's admin port does not answer web pages"))
    }
    let router = isAdmin ? routers.adminPort : routers.publicPort
    let fault = faults.take(method: request.method, path: request.path, isAdmin: isAdmin)
    let (answer, user) = await answer(request, router, fault)
    log.add(
      RequestLog.Entry(
        request, isAdmin: isAdmin, answer: answer, user: user,
        fault: fault.map { "\($0)" }, date: clock.now))
    guard let answer else { return .dropped }
    // Compressed last: log and faults apply to the uncompressed body.
    return ContentCoding.packed(answer, for: request, router.services.configuration)
  }

  /// Returns the response to send; `nil` when the connection is dropped.
  private func answer(
    _ request: HTTPRequest, _ router: Router, _ fault: GatewayFault?
  ) async -> (HTTPResponse?, user: String?) {
    guard let fault else { return await router.respond(to: request) }
    if fault.delay > 0 {
      // Ends early when the gateway stops; no client receives the response then.
      try? await clock.sleep(until: clock.now + fault.delay)
    }
    switch fault.effect {
    case .droppedBefore: return (nil, nil)
    case .status(let status, let reason):
      return (
        stamped(isAdmin: router.isAdmin, Call.response(to: GatewayError(status, reason))), nil
      )
    case .none: return await router.respond(to: request)
    case .droppedAfter: return await respond(to: request, router, delivery: .dropped)
    case .truncated(let count):
      return await respond(to: request, router, delivery: .cut(afterBytes: count))
    }
  }

  private func respond(
    to request: HTTPRequest, _ router: Router, delivery: HTTPResponse.Delivery
  ) async -> (HTTPResponse?, user: String?) {
    var (response, user) = await router.respond(to: request)
    response.delivery = delivery
    return (response, user)
  }
}
