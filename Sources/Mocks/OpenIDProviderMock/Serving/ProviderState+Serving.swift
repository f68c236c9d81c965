import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenMockHTTP
import Foundation

/// The way of a request: host check, route, endpoint, header fields, log.
extension ProviderState {
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    // A server that listens on every address may have any name.
    guard request.namesAnAddress || origin?.checksHost == false else {
      // RFC 9110 15.5.20.
      return .plain(421, text: "This provider is not known by this name.\n")
    }
    let route = route(request.path)
    var read = EndpointRequest(request)
    var response = respond(to: request, read: read, at: route)
    while let pause = response.pause {
      // Ends early when the provider stops; no client receives the response then.
      try? await clock.sleep(until: clock.now + Double(pause.seconds))
      read.decision = pause.decision
      read.fault = pause.fault
      response = respond(to: request, read: read, at: route)
    }
    response.http.headers["Date"] = HTTPDate.text(clock.now)
    if let route, let origin = allowedOrigin(of: request, at: route) {
      response.http.headers["Access-Control-Allow-Origin"] = origin
      if origin != "*" { response.http.headers["Vary"] = "Origin" }
    }
    // A test that sees the request in the log may move the clock at once.
    let due = clock.now + Double(response.delay)
    log([LoggedRequest(request, at: route, response: response)] + response.attempts)
    await send(response.notices)
    if response.delay > 0 { try? await clock.sleep(until: due) }
    return response.http
  }

  /// Returns the origins whose scripts may read a response: all, the request's, or none.
  private func allowedOrigin(of request: HTTPRequest, at route: Route) -> String? {
    guard route.endpoint.allowsOtherOrigins else { return nil }
    guard let allowed = issuers[route.issuer]?.configuration.allowedOrigins else { return "*" }
    return request.headers["Origin"].flatMap { allowed.contains($0) ? $0 : nil }
  }

  private func respond(
    to request: HTTPRequest, read: EndpointRequest, at route: Route?
  ) -> EndpointResponse {
    guard let route else {
      return EndpointResponse(.plain(404, text: "Nothing is served at this address.\n"))
    }
    switch request.method {
    case "OPTIONS":
      return EndpointResponse(.preflight(for: route.endpoint))
    case "HEAD" where route.endpoint.methods.contains("GET"):
      // HEAD must not log a user in or use up a queued decision.
      var copy = issuers[route.issuer]
      var response =
        copy?.respond(to: read, at: route.endpoint) ?? EndpointResponse(.plain(404, text: ""))
      response.pause = nil
      return response
    case let method where route.endpoint.methods.contains(method):
      return issuers[route.issuer]?.respond(to: read, at: route.endpoint)
        ?? EndpointResponse(.plain(404, text: ""))
    default:
      var refusal = HTTPResponse.plain(
        405, text: "This address does not accept \(request.method).\n")
      refusal.headers["Allow"] = route.endpoint.allowedMethods
      return EndpointResponse(refusal)
    }
  }
}

extension HTTPResponse {
  static func plain(_ status: Int, text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], text: text)
  }

  /// Returns the response to a browser's preflight request, before a script's request to another
  /// origin.
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
