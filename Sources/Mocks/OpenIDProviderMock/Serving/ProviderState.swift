import Clocks
import Foundation
import HTTPServer
import JOSE
import JSON
import MockHTTP

/// The provider's state; requests change it one after another.
actor ProviderState {
  /// What new issuers are created from.
  struct Origin {
    let baseURL: String
    let random: RandomSource
    let checksHost: Bool
    var template: IssuerConfiguration?
  }

  var issuers: [String: Issuer] = [:]
  private var paths: [String: EndpointPaths] = [:]
  private var origin: Origin?
  private(set) var requests: [LoggedRequest] = []
  private(set) var coverage = ConformanceCoverage()
  private let clock: any WallClock

  /// The log's maximum length; beyond it the oldest entries are removed, so a server can run for days.
  private static let maximumLogLength = 10_000
  /// The maximum number of issuers, counting those created on request.
  private static let maximumIssuerCount = 1_000

  private let onRequest: (@Sendable (LoggedRequest) -> Void)?

  init(clock: any WallClock, onRequest: (@Sendable (LoggedRequest) -> Void)?) {
    self.clock = clock
    self.onRequest = onRequest
  }

  /// Adds the issuers; until then every address is unknown.
  func open(_ configurations: [String: IssuerConfiguration], origin: Origin) throws {
    self.origin = origin
    self.origin?.template = configurations[ProviderConfiguration.template]
    for (path, configuration) in configurations where path != ProviderConfiguration.template {
      try add(configuration, at: path)
    }
  }

  /// Updates the paths of an issuer's endpoints after a change.
  func setPaths(of path: String) { paths[path] = issuers[path]?.configuration.paths }

  func add(_ configuration: IssuerConfiguration, at path: String) throws {
    guard let origin else { return }
    issuers[path] = try Issuer(
      path: path, baseURL: origin.baseURL, configuration: configuration, clock: clock,
      random: origin.random)
    paths[path] = configuration.paths
  }

  /// Creates an issuer from the template `/*` if necessary; returns whether there is one now.
  func awaken(_ path: String) -> Bool {
    if issuers[path] != nil { return true }
    guard let template = origin?.template, issuers.count < Self.maximumIssuerCount, path != "/",
      !path.dropFirst().contains("/"), ProviderConfiguration.problem(ofPath: path) == nil
    else { return false }
    return (try? add(template, at: path)) != nil
  }

  private func route(_ path: String) -> Route? {
    if let route = Route.find(path, issuers: paths) { return route }
    guard let template = origin?.template,
      let route = Route.find(path, template: template.paths), awaken(route.issuer)
    else { return nil }
    return route
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A server that listens on every address may have any name.
    guard request.namesAnAddress || origin?.checksHost == false else {
      // RFC 9110 15.5.20.
      return .plain(421, "This provider is not known by this name.\n")
    }
    let route = route(request.path)
    var read = EndpointRequest(request)
    var answer = answer(request, read: read, at: route)
    while let pause = answer.pause {
      // Ends early when the provider stops; no client receives the response then.
      try? await clock.sleep(until: clock.now + Double(pause.seconds))
      read.decision = pause.decision
      read.fault = pause.fault
      answer = self.answer(request, read: read, at: route)
    }
    answer.response.headers["Date"] = HTTPDate.text(clock.now)
    if let route, let origin = allowedOrigin(of: request, at: route) {
      answer.response.headers["Access-Control-Allow-Origin"] = origin
      if origin != "*" { answer.response.headers["Vary"] = "Origin" }
    }
    log([LoggedRequest(request, at: route, answered: answer)] + answer.attempts)
    if answer.delay > 0 {
      try? await clock.sleep(until: clock.now + Double(answer.delay))
    }
    return answer.response
  }

  /// Returns the origins whose scripts may read a response: all, the request's, or none.
  private func allowedOrigin(of request: HTTPRequest, at route: Route) -> String? {
    guard route.endpoint.allowsOtherOrigins else { return nil }
    guard let allowed = issuers[route.issuer]?.configuration.allowedOrigins else { return "*" }
    return request.headers["Origin"].flatMap { allowed.contains($0) ? $0 : nil }
  }

  private func log(_ entries: [LoggedRequest]) {
    requests += entries
    if let onRequest { entries.forEach(onRequest) }
    for name in entries.flatMap(\.faults) {
      if let fault = ConformanceFault(rawValue: name) { coverage.add(fault) }
    }
    if requests.count > Self.maximumLogLength { requests.removeFirst(1_000) }
  }

  func clearLog() { requests = [] }

  private func answer(
    _ request: HTTPRequest, read: EndpointRequest, at route: Route?
  ) -> EndpointResponse {
    guard let route else {
      return EndpointResponse(.plain(404, "Nothing is served at this address.\n"))
    }
    switch request.method {
    case "OPTIONS":
      return EndpointResponse(.preflight(for: route.endpoint))
    case "HEAD" where route.endpoint.methods.contains("GET"):
      // HEAD must not log a user in or use up a queued decision.
      var copy = issuers[route.issuer]
      var answer = copy?.answer(read, at: route.endpoint) ?? EndpointResponse(.plain(404, ""))
      answer.pause = nil
      return answer
    case let method where route.endpoint.methods.contains(method):
      return issuers[route.issuer]?.answer(read, at: route.endpoint)
        ?? EndpointResponse(.plain(404, ""))
    default:
      var response = HTTPResponse.plain(405, "This address does not take \(request.method).\n")
      response.headers["Allow"] = route.endpoint.allowedMethods
      return EndpointResponse(response)
    }
  }
}

extension HTTPResponse {
  static func plain(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], text: text)
  }

  /// Returns the response to a browser's preflight request, before a script's request to another origin.
  fileprivate static func preflight(for endpoint: Endpoint) -> HTTPResponse {
    var response = HTTPResponse(status: 204, headers: ["Allow": endpoint.allowedMethods])
    if endpoint.allowsOtherOrigins {
      response.headers["Access-Control-Allow-Methods"] = endpoint.allowedMethods
      response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
      response.headers["Access-Control-Max-Age"] = "600"
    }
    return response
  }
}
